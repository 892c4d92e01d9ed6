import { isObject, type Members } from './body.ts';
import { type Paint, paintFor } from './colours.ts';
import type { General } from './general-flags.ts';
import type { Io } from './io.ts';
import { memberAt, plainText, terminalText } from './text.ts';

/** Writes the items of a list as they come. */
export interface ListWriter {
  items(items: readonly unknown[]): Promise<void>;
  end(): Promise<void>;
}

export interface ListOptions {
  readonly io: Io;
  readonly general: General;
  /** What the contract shows of an item. */
  readonly columns: readonly string[] | undefined;
  /** The member that is the list; `.`: the body is it. */
  readonly member: string;
  /** What stands above columns at a terminal, where their names are long. */
  readonly headings?: Readonly<Record<string, string>>;
}

export function listWriter({ io, general, columns, member, headings = {} }: ListOptions): ListWriter {
  const { stdout } = io;
  const shown = (first: unknown): readonly string[] => general.columns ?? columns ?? usualColumns(first);
  if (general.json === true) return jsonList(io, member);
  if (Array.isArray(general.json)) return pickedList(io, general.json);
  if (general.jsonl)
    return eachAs(io, (item) => `${JSON.stringify(general.columns ? picked(item, general.columns) : item)}\n`);
  if (general.csv) return csvList(io, general.columns ?? columns);
  if (general.quiet) return eachAs(io, (item, first) => `${oneLine(cellOf(item, shown(first)[0]))}\n`);
  if (stdout.isTerminal) return tableWriter(io, shown, { headings, paint: paintFor(io, stdout, general.noColor) });
  return eachAs(
    io,
    (item, first) =>
      `${shown(first)
        .map((one) => oneLine(cellOf(item, one)))
        .join('\t')}\n`,
  );
}

/** Lists whose contract names no columns show the short members of their first item. */
const usualColumns = (first: unknown): readonly string[] => {
  if (!isObject(first)) return [''];
  return Object.entries(first)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name]) => name)
    .slice(0, 7);
};

const cellOf = (item: unknown, column: string | undefined): unknown =>
  isObject(item) ? memberAt(item, column ?? '') : item;

/** No tab and no line break, so that a line is an item. */
const oneLine = (value: unknown): string => plainText(value).replaceAll(/[\t\r\n]/g, ' ');

function eachAs(io: Io, text: (item: unknown, first: unknown) => string): ListWriter {
  let first: unknown;
  return {
    async items(items) {
      first ??= items[0];
      if (items.length > 0) await io.stdout.write(items.map((item) => text(item, first)).join(''));
    },
    async end() {},
  };
}

function jsonList(io: Io, member: string): ListWriter {
  const [open, close] = member === '.' ? ['[', ']\n'] : [`{${JSON.stringify(member)}:[`, ']}\n'];
  return enclosed(io, open, close, (item) => JSON.stringify(item));
}

const pickedList = (io: Io, members: readonly string[]): ListWriter =>
  enclosed(io, '[', ']\n', (item) => JSON.stringify(picked(item, members)));

function enclosed(io: Io, open: string, close: string, text: (item: unknown) => string): ListWriter {
  let written = 0;
  return {
    async items(items) {
      if (items.length === 0) return;
      await io.stdout.write((written === 0 ? open : ',') + items.map(text).join(','));
      written += items.length;
    },
    end: () => io.stdout.write((written === 0 ? open : '') + close),
  };
}

/** An object with these members only; null where one is absent. */
export const picked = (item: unknown, members: readonly string[]): Members =>
  Object.fromEntries(members.map((name) => [name, memberAt(item, name) ?? null]));

function csvList(io: Io, columns: readonly string[] | undefined): ListWriter {
  let known = columns;
  const head = (first: unknown): string => {
    known ??= usualColumns(first);
    return csvLine(known);
  };
  let begun = false;
  return {
    async items(items) {
      const heading = begun ? '' : head(items[0]);
      begun = true;
      await io.stdout.write(
        heading + items.map((item) => csvLine((known ?? []).map((one) => cellOf(item, one)))).join(''),
      );
    },
    async end() {
      if (!begun && known) await io.stdout.write(csvLine(known));
    },
  };
}

const csvLine = (values: readonly unknown[]): string => `${values.map((one) => csvCell(plainText(one))).join(',')}\r\n`;
const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

interface TableStyle {
  readonly headings: Readonly<Record<string, string>>;
  readonly paint: Paint;
}

/** Tables are laid out by their first page; later pages keep to it. */
function tableWriter(
  io: Io,
  shown: (first: unknown) => readonly string[],
  { headings, paint }: TableStyle,
): ListWriter {
  let columns: readonly string[] = [];
  let widths: number[] = [];
  return {
    async items(items) {
      if (items.length === 0) return;
      const isFirst = widths.length === 0;
      if (isFirst) columns = shown(items[0]);
      const rows = items.map((item) => columns.map((one) => terminalText(cellOf(item, one))));
      const heading = columns.map((one) => headings[one] ?? headingOf(one));
      if (isFirst) widths = widthsOf([heading, ...rows], columns, io.stdout.width);
      const lines = rows.map((row) => `${layOut(row, columns, widths)}\n`);
      if (isFirst) lines.unshift(`${paint('bold', layOut(heading, columns, widths))}\n`);
      await io.stdout.write(lines.join(''));
    },
    async end() {},
  };
}

const named = new Set(['displayName', 'name', 'title']);
const headingOf = (column: string): string => (named.has(column) ? 'NAME' : column.toUpperCase());
const gap = 2;
const isId = (column: string): boolean => column === 'id' || column.endsWith('Id');

/** The widest columns give way where a line would be longer than the terminal; ids never do. */
function widthsOf(rows: readonly (readonly string[])[], columns: readonly string[], most: number): number[] {
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => lengthOf(row[at] ?? ''))));
  const total = () => widths.reduce((sum, one) => sum + one + gap, -gap);
  while (total() > most) {
    const free = widths.map((width, at) => (isId(columns[at] ?? '') || width <= 4 ? 0 : width));
    const widest = free.indexOf(Math.max(...free));
    if ((free[widest] ?? 0) === 0) break;
    widths[widest] = Math.max(4, (widths[widest] ?? 0) - (total() - most));
  }
  return widths;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Signs that take two places in a terminal. */
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const placesOf = (letter: string): number => (wide.test(letter) ? 2 : 1);

// biome-ignore lint/suspicious/noControlCharactersInRegex: plain letters need no segmenter
const isPlain = (text: string): boolean => /^[\u0000-\u02ff]*$/.test(text);

/** Places that a text takes in a terminal. */
function lengthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let places = 0;
  for (const { segment } of letters.segment(text)) places += placesOf(segment);
  return places;
}

/** The text, or its beginning with an ellipsis where it is longer. */
function cutTo(text: string, width: number): string {
  if (lengthOf(text) <= width) return text;
  let [cut, places] = ['', 0];
  for (const { segment } of letters.segment(text)) {
    places += placesOf(segment);
    if (places > width - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

function layOut(row: readonly string[], columns: readonly string[], widths: readonly number[]): string {
  const cells = row.map((text, at) => {
    const width = widths[at] ?? 0;
    const cut = isId(columns[at] ?? '') ? text : cutTo(text, width);
    return at === row.length - 1 ? cut : cut + ' '.repeat(Math.max(0, width - lengthOf(cut)));
  });
  return cells.join(' '.repeat(gap)).trimEnd();
}

/** The one thing in a wrapper: `{ "twin": {…} }` is the twin. */
export function unwrapped(body: unknown): unknown {
  if (!isObject(body)) return body;
  const members = Object.entries(body).filter(([name]) => name !== '_links');
  const [only] = members;
  return members.length === 1 && only && isObject(only[1]) ? only[1] : body;
}

/** Writes one thing in the form that was asked for; `text` is the answer as it came. */
export async function writeThing(body: unknown, text: Uint8Array | string, general: General, io: Io): Promise<void> {
  const { stdout } = io;
  if (general.json === true) {
    await stdout.write(text);
    const last = text.at(-1);
    if (last !== '\n' && last !== 10) await stdout.write('\n');
    return;
  }
  const thing = unwrapped(body);
  if (Array.isArray(general.json)) return stdout.write(`${JSON.stringify(picked(thing, general.json))}\n`);
  if (general.jsonl)
    return stdout.write(`${JSON.stringify(general.columns ? picked(thing, general.columns) : thing)}\n`);
  if (general.quiet) {
    const id = isObject(thing) ? thing.id : undefined;
    return id === undefined || id === null ? undefined : stdout.write(`${oneLine(id)}\n`);
  }
  if (!isObject(thing)) return stdout.write(`${stdout.isTerminal ? terminalText(thing) : oneLine(thing)}\n`);
  const names = general.columns ?? Object.keys(thing).filter((name) => name !== '_links');
  const values = names.map((name) => [name, memberAt(thing, name)] as const);
  if (general.csv) return stdout.write(csvLine(names) + csvLine(values.map(([, value]) => value)));
  if (!stdout.isTerminal) return stdout.write(values.map(([name, value]) => `${name}\t${oneLine(value)}\n`).join(''));
  const width = Math.max(...names.map((name) => name.length));
  return stdout.write(
    values.map(([name, value]) => `${name.padEnd(width)}  ${terminalText(value)}`.trimEnd()).join('\n') +
      (values.length > 0 ? '\n' : ''),
  );
}
