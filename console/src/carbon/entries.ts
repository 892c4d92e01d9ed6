import type { Entry } from './shapes.ts';

/** Names as mappings compare them. */
export const nameKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** The entries with some put in, in the place of those of the same names. */
export function withEntries(entries: readonly Entry[], put: readonly Entry[]): Entry[] {
  const fresh = new Map(put.map((one) => [nameKey(one.name), one]));
  const kept = entries.map((one) => {
    const key = nameKey(one.name);
    const next = fresh.get(key) ?? one;
    fresh.delete(key);
    return next;
  });
  return [...kept, ...fresh.values()];
}

export function withoutEntries(entries: readonly Entry[], names: readonly string[]): Entry[] {
  const gone = new Set(names.map(nameKey));
  return entries.filter(({ name }) => !gone.has(nameKey(name)));
}
