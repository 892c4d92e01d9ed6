import { basicSet } from './basic.ts';
import { normSet } from './norms.ts';
import type { SymbolRule, SymbolSet } from './set.ts';

/** What a sheet is read with when nobody names a set: with all that is built in. */
export const automaticSet: SymbolSet = normSet;

/** A set that is built in, and which part of the symbols of a sheet it knew best. */
export interface SetShare {
  readonly id: string;
  readonly version: number;
  readonly share: number;
}

const ofBasic = new Set(basicSet.symbols.map(({ name }) => name));

/** Which of the sets that are built in knew the symbols of a sheet, the larger share first; of equal ones the basic set. */
export function sharesOf(rules: readonly Pick<SymbolRule, 'name'>[]): readonly SetShare[] {
  const known = rules.filter(({ name }) => ofBasic.has(name)).length;
  const part = (count: number) => Math.round((1000 * count) / Math.max(1, rules.length)) / 1000;
  const basic = { id: basicSet.id, version: basicSet.version, share: part(known) };
  const norm = { id: normSet.id, version: normSet.version, share: part(rules.length - known) };
  return basic.share >= norm.share ? [basic, norm] : [norm, basic];
}
