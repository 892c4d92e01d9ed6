import { csvLine as lineOf, mark } from '../../../std/csv.ts';
import type { Line } from '../calculate.ts';
import { nineDigits } from '../kahan.ts';
import { modules } from '../modules.ts';

const columns = [
  'GlobalId',
  'Id',
  'Name',
  'Class',
  'Storey',
  'Label',
  'Material',
  'EPD',
  'Quantity',
  'Unit',
  'Source',
  'Amount',
  'DeclaredUnit',
  ...modules,
  'Reason',
];

export const csvHeader = mark + lineOf(columns);

/** A line of `elements.csv`. */
export function elementLine({ element, name, label, material, quantity, unit, source, outcome }: Line): string {
  const done = outcome.reason === null ? outcome : undefined;
  const cells = [
    element?.globalId,
    element?.id,
    name,
    element?.class,
    element?.storey,
    label,
    material,
    done?.epd.name,
    number(quantity),
    unit,
    source,
    number(done?.amount),
    done?.epd.declared.unit,
    ...modules.map((module) => number(done?.figures[module])),
    outcome.reason,
  ];
  return lineOf(cells.map((cell) => cell ?? null));
}

const number = (value: number | null | undefined): number | null => (value == null ? null : nineDigits(value));
