import type { TProperties } from 'typebox';

/** The two versions of the API: one set of operations, made by functions of the version. */
export interface FormsApi {
  readonly version: 1 | 2;
}

/** The path in the spelling of the version; written here as version 2 spells it. */
export const pathIn = <P extends string>({ version }: FormsApi, path: P): P =>
  (version === 2 ? path : path.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())) as P;

/** The operation's id. */
export const idIn = ({ version }: FormsApi, name: string): string => `${version === 2 ? 'forms' : 'formsV1'}.${name}`;

/** Members of a shape without those that only version 2 knows: the discipline, or what is named. */
export function membersIn<P extends TProperties>(
  { version }: FormsApi,
  properties: P,
  onlyIn2: readonly string[] = ['discipline'],
): P {
  if (version === 2) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !onlyIn2.includes(name))) as P;
}

/** The discipline as a member of an answer. */
export const disciplineIn = ({ version }: FormsApi, { discipline }: { readonly discipline: string }) =>
  version === 2 ? { discipline } : {};

const both = [{ version: 1 }, { version: 2 }] as const;

/** Makes something once per version. */
export function perVersion<T>(make: (api: FormsApi) => T): (api: FormsApi) => T {
  const made = new Map<number, T>(both.map((api) => [api.version, make(api)]));
  return ({ version }) => made.get(version) ?? make({ version });
}

export const usualDiscipline = 'General Purpose';
