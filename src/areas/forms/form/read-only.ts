import { isDeepStrictEqual } from 'node:util';
import type { Detail } from '../../../api/http/problem.ts';
import { membersOf } from '../../../std/records.ts';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const readOnlyFault = (target: string, name = target): Detail => ({
  code: 'ReadOnlyProperty',
  message: `${capital(name)} is read only and cannot be modified.`,
  target,
});

/** Members of a body that nobody may give, unless they say what is so already. */
export function readOnlyFaults(
  body: unknown,
  names: readonly string[],
  stored: Readonly<Record<string, unknown>> = {},
): Detail[] {
  if (typeof body !== 'object' || body === null) return [];
  const given = membersOf(body);
  const told = names.filter((name) => Object.hasOwn(given, name));
  const changed = told.filter((name) => !(Object.hasOwn(stored, name) && isDeepStrictEqual(given[name], stored[name])));
  return changed.map((name) => readOnlyFault(name));
}
