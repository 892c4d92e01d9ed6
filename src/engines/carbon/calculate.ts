import { fold } from '../../std/text.ts';
import { convert } from './convert.ts';
import { figuresOf } from './figures.ts';
import { embodied, type Figures, type Module, upfront } from './modules.ts';
import { type Cell, type Row, type RowElement, type Table, textOf } from './table/table.ts';
import type { Epd, MappedMaterial, Mapping } from './types.ts';
import type { BaseUnit } from './units.ts';

/** Why a row has no figures. */
export const reasons = ['Unmapped', 'Ignored', 'NoQuantity', 'NoUnit', 'NotConvertible', 'NoMaterial'] as const;
export type Reason = (typeof reasons)[number];

/** A row of a label with one of its materials, and what became of it. */
export interface Line {
  readonly label: string;
  readonly name: string | null;
  readonly element: RowElement | undefined;
  readonly material: string | null;
  readonly quantity: number | null;
  readonly unit: BaseUnit | null;
  readonly source: NonNullable<Cell['source']> | null;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly reason: Reason; readonly because?: string }
  | {
      readonly reason: null;
      readonly epd: Epd;
      /** In the unit that is declared. */
      readonly amount: number;
      readonly figures: Figures;
      readonly upfront: number | undefined;
      readonly embodied: number | undefined;
      readonly missing: readonly Module[];
      readonly assumed: readonly Assumption[];
    };

/** A value that a person has put into the mapping, on which the figures rest. */
export interface Assumption {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
}

/** Which columns of a table hold what, by the names that the table itself gives them. */
export interface Columns {
  readonly name: string;
  readonly quantity: string;
  readonly materials: readonly string[];
}

export interface LabelWork {
  readonly label: string;
  readonly table: Table;
  readonly columns: Columns;
  /** Undefined where only the quantities are wanted. */
  readonly mapping: Mapping | undefined;
}

/** Every row of a label with each of its materials: each takes the whole quantity of the row. */
export function* linesOf({ label, table, columns, mapping }: LabelWork, epdOf: (id: string) => Epd | undefined) {
  const entries = new Map(mapping?.materials.map((entry) => [keyOf(entry.name), entry]));
  for (const row of table.rows()) {
    const given = quantityOf(row.cell(columns.quantity));
    const facts = { label, name: textOf(row.cell(columns.name)), element: row.element, ...given };
    const names = columns.materials.flatMap((column) => textOf(row.cell(column)) ?? []);
    if (names.length === 0) yield { ...facts, material: null, outcome: { reason: 'NoMaterial' } } satisfies Line;
    for (const material of names) {
      const entry = entries.get(keyOf(material));
      const outcome = outcomeOf(entry, given, row, { studyPeriod: mapping?.studyPeriod ?? 0, epdOf });
      yield { ...facts, material, outcome } satisfies Line;
    }
  }
}

/** Names are the same that differ in case, composition or space around them only: no pattern, no similarity. */
export const keyOf = (name: string): string => fold(name.trim());

/** What is less than nothing is no quantity, nor is a declared 0: it is written for what is not known. */
function quantityOf({ value, number, unit, source }: Cell): Pick<Line, 'quantity' | 'unit' | 'source'> {
  const found = number ?? (typeof value === 'number' ? value : Number.NaN);
  const isKnown = Number.isFinite(found) && (source === 'declared' ? found > 0 : found >= 0);
  return { quantity: isKnown ? found : null, unit: unit ?? null, source: source ?? null };
}

function outcomeOf(
  entry: MappedMaterial | undefined,
  { quantity, unit }: Pick<Line, 'quantity' | 'unit'>,
  row: Row,
  { studyPeriod, epdOf }: { studyPeriod: number; epdOf: (id: string) => Epd | undefined },
): Outcome {
  if (entry?.ignored) return { reason: 'Ignored', ...(entry.reason ? { because: entry.reason } : {}) };
  const epd = entry?.epdId ? epdOf(entry.epdId) : undefined;
  if (entry === undefined || epd === undefined) return { reason: 'Unmapped' };
  if (quantity === null) return { reason: 'NoQuantity' };
  if (unit === null) return { reason: 'NoUnit' };
  const { density, thickness } = entry;
  const facts = {
    ...(density === undefined ? {} : { density }),
    ...(thickness === undefined ? {} : { thickness }),
    layer: row.element?.layer ?? null,
  };
  const amount = convert(quantity, unit, epd.declared.unit, epd, facts);
  if (amount === undefined) return { reason: 'NotConvertible' };
  const mass = convert(quantity, unit, 'kg', epd, facts) ?? convert(amount, epd.declared.unit, 'kg', epd, facts);
  const { figures, missing } = figuresOf({ epd, entry, amount, mass, studyPeriod, epdOf });
  const together = (some: readonly Module[]) => {
    const known = some.flatMap((module) => figures[module] ?? []);
    return known.length === 0 ? undefined : known.reduce((a, b) => a + b);
  };
  const without = (fact: 'density' | 'thickness') =>
    convert(quantity, unit, epd.declared.unit, epd, { ...facts, [fact]: undefined }) !== amount;
  const sums = { upfront: together(upfront), embodied: together(embodied) };
  return { reason: null, epd, amount, figures, missing, ...sums, assumed: assumptionsIn(entry, without) };
}

/** Of a density or thickness only where the amount would be another one, or not known, without it. */
function assumptionsIn(entry: MappedMaterial, matters: (fact: 'density' | 'thickness') => boolean): Assumption[] {
  const { density, thickness, factor, wastage, serviceLife, transport = [] } = entry;
  const all: readonly (readonly [what: string, value: number | undefined, unit: string])[] = [
    ['density', density !== undefined && matters('density') ? density : undefined, 'kg/m3'],
    ['thickness', thickness !== undefined && matters('thickness') ? thickness : undefined, 'm'],
    ['factor', factor === 1 ? undefined : factor, ''],
    ['wastage', wastage === 0 ? undefined : wastage, ''],
    ['service life', serviceLife, 'years'],
    ...transport.map(({ distance }) => ['transport', distance, 'km'] as const),
  ];
  return all.flatMap(([what, value, unit]) => (value === undefined ? [] : [{ what, value, unit }]));
}
