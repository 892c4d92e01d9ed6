import { EngineFailure } from '../engine.ts';

/** An object of a JSON that anybody may have written. */
export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? { ...value } : {});
export const objectsIn = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.map(membersOf) : []);
export const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export const broken = (what: string): EngineFailure =>
  new EngineFailure('NotAShapeFile', `The file is no glTF that can be read: ${what}.`);

/** A number of things or bytes, or the place of one. */
export function wholeIn(members: Members, name: string, absent?: number): number {
  const value = members[name] ?? absent;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw broken(`a '${name}' is wrong`);
  return value;
}

/** So many numbers, or none. */
export function numbersIn(members: Members, name: string, count: number): readonly number[] | undefined {
  const value = members[name];
  if (value === undefined) return undefined;
  const numbers = Array.isArray(value) ? value.filter((one) => Number.isFinite(one)) : [];
  if (numbers.length !== count) throw broken(`a '${name}' is wrong`);
  return numbers;
}

export function itemOf(list: readonly Members[], at: number, what: string): Members {
  const item = list[at];
  if (item === undefined) throw broken(`it refers to a ${what} that is not there`);
  return item;
}
