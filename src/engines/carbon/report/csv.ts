import type { Line } from '../calculate.ts';
import { nineDigits } from '../kahan.ts';
import { modules } from '../modules.ts';

const columns = [
  ...['GlobalId', 'Id', 'Name', 'Class', 'Storey', 'Label', 'Material', 'EPD', 'Quantity', 'Unit', 'Source', 'Amount'],
  ...['DeclaredUnit', ...modules, 'Reason'],
];

export const csvHeader = `\ufeff${columns.join(',')}\r\n`;

/** A line of `elements.csv`. */
export function csvLine({ element, name, label, material, quantity, unit, source, outcome }: Line): string {
  const done = outcome.reason === null ? outcome : undefined;
  const cells = [
    ...[element?.globalId, element?.id, name, element?.class, element?.storey, label, material, done?.epd.name],
    ...[number(quantity), unit, source, number(done?.amount), done?.epd.declared.unit],
    ...modules.map((module) => number(done?.figures[module])),
    outcome.reason,
  ];
  return `${cells.map(cell).join(',')}\r\n`;
}

const number = (value: number | null | undefined): number | null => (value == null ? null : nineDigits(value));

/** A text that a spreadsheet would take for a formula gets an apostrophe in front. */
function cell(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return value == null ? '' : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
