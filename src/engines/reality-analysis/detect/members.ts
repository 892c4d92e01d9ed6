import { failures } from '../failures.ts';

/** Members of `metadata.json`, read one by one. Each throws InputData_Invalid with what is wrong. */
export type Members = Readonly<Record<string, unknown>>;

export const metadataFile = 'metadata.json';
export const badMetadata = (why: string) => failures.invalidData(metadataFile, why);

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

export function textIn(members: Members, name: string): string {
  const value = members[name];
  if (typeof value !== 'string' || value === '') throw badMetadata(`'${name}' is missing or no text`);
  return value;
}

export const textIfIn = (members: Members, name: string): string | undefined =>
  isAbsent(members[name]) ? undefined : textIn(members, name);

export function numberIn(members: Members, name: string, usual: number, low: number, high: number): number {
  const value = members[name] ?? usual;
  if (typeof value !== 'number' || !(value >= low && value <= high))
    throw badMetadata(`'${name}' must be a number from ${low} to ${high}`);
  return value;
}

export const numberIfIn = (members: Members, name: string, low: number, high: number): number | undefined =>
  isAbsent(members[name]) ? undefined : numberIn(members, name, 0, low, high);

export function wholeIn(members: Members, name: string, usual: number, low: number, high: number): number {
  const value = numberIn(members, name, usual, low, high);
  if (!Number.isInteger(value)) throw badMetadata(`'${name}' must be a whole number`);
  return value;
}

export function switchIn(members: Members, name: string): boolean {
  const value = members[name] ?? false;
  if (typeof value !== 'boolean') throw badMetadata(`'${name}' must be true or false`);
  return value;
}

export function oneOf<T extends string>(members: Members, name: string, values: readonly T[], usual?: T): T {
  const value = members[name] ?? usual;
  const found = values.find((one) => one === value);
  if (found === undefined) throw badMetadata(`'${name}' must be ${values.join(' or ')}`);
  return found;
}

export const oneIfIn = <T extends string>(members: Members, name: string, values: readonly T[]): T | undefined =>
  isAbsent(members[name]) ? undefined : oneOf(members, name, values);

/** Undefined where it is absent. */
export function threeIn(members: Members, name: string): number[] | undefined {
  const value = members[name];
  if (isAbsent(value)) return undefined;
  if (!Array.isArray(value) || value.length !== 3 || !value.every((one) => Number.isFinite(one)))
    throw badMetadata(`'${name}' must be three numbers`);
  return value.map(Number);
}
