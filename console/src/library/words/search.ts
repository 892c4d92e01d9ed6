import { kinds, type WordKind } from './kinds.ts';

/** Which words an address shows. */
export function wordSearch({ kind }: Readonly<Record<string, unknown>>): { readonly kind?: WordKind } {
  const known = kinds.find((one) => one === kind);
  return known ? { kind: known } : {};
}
