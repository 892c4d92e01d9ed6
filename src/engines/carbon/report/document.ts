import type { PdfBlock, PdfDocument } from '../../pdf/params.ts';
import { modules } from '../modules.ts';
import type { Counts } from '../params.ts';
import type { Result } from '../result.ts';
import {
  endNote,
  epdsTable,
  exampleMark,
  groundsTables,
  kg,
  mappingsTable,
  type ReportTable,
  restTable,
  shareText,
  shown,
  sourceText,
  sumsTables,
  titleOf,
} from './tables.ts';

/** More rows of a table are left to the other files of the result. */
const mostRows = 1000;

/** The report as a document for the engine `pdf`, with the same content as the page. */
export function reportDocument(result: Result, counts: Counts): PdfDocument {
  const title = titleOf(result);
  const mark = exampleMark(result);
  const header = [title, ...(mark === undefined ? [] : [mark])];
  const blocks = [...summary(result, counts), ...rest(result), ...sums(result), ...grounds(result), ...making(result)];
  return { title, time: Date.parse(result.date), parts: [{ header, title, blocks }] };
}

const summary = ({ totals, date, warnings }: Result, counts: Counts): readonly PdfBlock[] => [
  { is: 'field', label: 'Embodied', text: kg(totals.embodied) },
  { is: 'field', label: 'Upfront (A1–A5)', text: kg(totals.upfront) },
  { is: 'field', label: 'Calculated', text: `${shareText(counts)} On ${date}.` },
  ...warnings.map(({ message, count }): PdfBlock => ({ is: 'note', head: `Warning (${count})`, text: message })),
];

const rest = (result: Result): readonly PdfBlock[] => [
  { is: 'heading', text: 'Not calculated' },
  ...(result.notCalculated.length === 0
    ? [{ is: 'field' as const, label: 'Nothing', text: 'Every row was calculated.' }]
    : tableOf(restTable(result))),
];

const sums = (result: Result): readonly PdfBlock[] => [
  { is: 'heading', text: 'By module' },
  ...tableOf({
    headings: ['Module', '#kg CO₂e', 'Not known, or not whole, of rows'],
    rows: modules.map((module) => {
      const missing = result.totals.missing[module];
      return [module, shown(result.totals[module]), missing === undefined ? '' : String(missing)];
    }),
  }),
  ...sumsTables(result).flatMap(([text, table]): PdfBlock[] => [{ is: 'heading', text }, ...tableOf(table)]),
];

function grounds(result: Result): readonly PdfBlock[] {
  const tables = groundsTables(result);
  if (tables.length === 0) return [];
  return [{ is: 'heading', text: 'What the figures rest on' }, ...tables.flatMap(tableOf)];
}

const making = (result: Result): readonly PdfBlock[] => [
  { is: 'heading', text: 'How it was made' },
  note('Source', sourceText(result)),
  ...tableOf(mappingsTable(result)),
  ...tableOf(epdsTable(result)),
  note('What the figures are', `${endNote} The figures of every element are in elements.csv, beside this report.`),
];

const note = (head: string, text: string): PdfBlock => ({ is: 'note', head, text });

function tableOf({ headings, rows }: ReportTable): readonly PdfBlock[] {
  const head = headings.map((heading) => heading.replace('#', ''));
  const widths = headings.map((heading) => (heading.startsWith('#') ? Math.max(0.9, heading.length / 8) : 2));
  const table: PdfBlock = { is: 'table', head, rows: rows.slice(0, mostRows), widths };
  const left = rows.length - mostRows;
  return left > 0 ? [table, note('And more', `${left} rows more are in result.json.`)] : [table];
}
