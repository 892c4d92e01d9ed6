import type { DeclaredUnit } from './types.ts';

/** Units of quantities, and of declarations. */
export type BaseUnit = DeclaredUnit;

/** What tables may count in: the unit of a calculation, and how many of it. */
const tableUnits: ReadonlyMap<string, readonly [unit: BaseUnit, factor: number]> = new Map([
  ['m3', ['m3', 1] as const],
  ['l', ['m3', 0.001] as const],
  ['m2', ['m2', 1] as const],
  ['m', ['m', 1] as const],
  ['cm', ['m', 0.01] as const],
  ['mm', ['m', 0.001] as const],
  ['kg', ['kg', 1] as const],
  ['t', ['kg', 1000] as const],
  ['pcs', ['pcs', 1] as const],
]);

/** A unit as tables write it, in any case, also with raised digits; undefined for any other. */
export const tableUnit = (text: string): readonly [unit: BaseUnit, factor: number] | undefined =>
  tableUnits.get(text.trim().toLowerCase().replace('³', '3').replace('²', '2'));
