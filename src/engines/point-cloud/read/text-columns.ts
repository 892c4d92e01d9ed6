import { type FieldUse, useOf } from '../../formats/field-names.ts';
import { linesOf } from '../../formats/lines.ts';
import type { RandomAccess } from '../../random-access.ts';

/** How the numbers of a text file stand beside each other. */
export interface TextDialect {
  /** Blanks: any number of blanks and tabs. Mixed: commas, semicolons and blanks in any order. */
  readonly delimiter: ';' | '\t' | '|' | ',' | 'blanks' | 'mixed';
  readonly decimal: '.' | ',';
}

/** A column of a text file. */
export interface TextColumn {
  readonly use: FieldUse | undefined;
  /** As the head calls it. */
  readonly name: string | undefined;
  /** A colour as a part of one. */
  readonly share: boolean;
  /** All values of the first lines are numbers. */
  readonly isNumber: boolean;
}

/** What the first lines of a file tell of all of them. */
export interface TextLayout {
  readonly dialect: TextDialect;
  readonly columns: readonly TextColumn[];
}

/** A line that contradicts the others, counted from 1. */
export interface TextFault {
  readonly line: number;
}

interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

const looksAt = 1000;
const linesBeforePoints = 100;
const leastColumns = 3;

/** In the order in which they are tried; of those that fit, the one by which most words are numbers holds. */
const dialects: readonly TextDialect[] = [
  { delimiter: ';', decimal: '.' },
  { delimiter: ';', decimal: ',' },
  { delimiter: '\t', decimal: '.' },
  { delimiter: '\t', decimal: ',' },
  { delimiter: '|', decimal: '.' },
  { delimiter: '|', decimal: ',' },
  { delimiter: ',', decimal: '.' },
  { delimiter: 'blanks', decimal: '.' },
  { delimiter: 'blanks', decimal: ',' },
];
/** Where nothing else fits, and all words are numbers. */
const lastDialect: TextDialect = { delimiter: 'mixed', decimal: '.' };

const place: readonly FieldUse[] = ['x', 'y', 'z'];
const colors: readonly FieldUse[] = ['red', 'green', 'blue'];

/** What columns are when no head names them, by how many there are. */
const byCount: Readonly<Record<number, readonly FieldUse[]>> = {
  3: place,
  4: [...place, 'intensity'],
  5: [...place, 'intensity', 'classification'],
  6: [...place, ...colors],
  7: [...place, 'intensity', ...colors],
  8: [...place, 'intensity', ...colors, 'classification'],
};

/** Names of columns in heads of text files, besides those that all formats have. */
const headUses: Readonly<Record<string, FieldUse>> = {
  e: 'x',
  east: 'x',
  easting: 'x',
  rechtswert: 'x',
  lon: 'x',
  longitude: 'x',
  n: 'y',
  north: 'y',
  northing: 'y',
  hochwert: 'y',
  lat: 'y',
  latitude: 'y',
  h: 'z',
  height: 'z',
  elev: 'z',
  elevation: 'z',
  altitude: 'z',
  höhe: 'z',
  hoehe: 'z',
  level: 'z',
  rf: 'red',
  gf: 'green',
  bf: 'blue',
};
const shares = new Set(['rf', 'gf', 'bf']);

/** The words of a line. */
export function wordsIn(line: string, { delimiter }: TextDialect): string[] {
  if (delimiter === 'blanks') return line.trim().split(/\s+/);
  if (delimiter === 'mixed') return line.trim().split(/[\s,;]+/);
  const words = line.includes('"') ? quotedWords(line, delimiter) : line.split(delimiter);
  const trimmed = words.map((word) => word.trim());
  if (trimmed.length > 1 && trimmed.at(-1) === '') trimmed.pop(); // a delimiter at the end
  return trimmed;
}

/** A delimiter within quotes is a part of a word. */
function quotedWords(line: string, delimiter: string): string[] {
  const words: string[] = [];
  let [word, isQuoted] = ['', false];
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) {
      words.push(word);
      word = '';
    } else word += sign;
  }
  return [...words, word];
}

const withPoint = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][-+]?\d+)?$/;
const withComma = /^[-+]?(?:\d+,?\d*|,\d+)(?:[eE][-+]?\d+)?$/;
const noNumber = /^[-+]?(?:nan|inf|infinity)$/i;

/** A word as a number; undefined where it is none. `nan` and the like are numbers that nothing can be done with. */
export function numberIn(word: string, { decimal }: TextDialect): number | undefined {
  const value = Number(word); // most are, and this is quick
  if (Number.isFinite(value) && word !== '' && (decimal === '.' || !word.includes('.'))) return value;
  if ((decimal === '.' ? withPoint : withComma).test(word)) {
    return Number(decimal === '.' ? word.replace(/[dD]/, 'e') : word.replace(',', '.'));
  }
  return noNumber.test(word) ? Number.NaN : undefined;
}

export const isComment = (line: string): boolean => /^\s*(?:#|\/\/|;|$)/.test(line);
/** The number of points that follow, as PTS files have it. */
export const isCountLine = (line: string): boolean => /^\s*\d+\s*$/.test(line);

/** What somebody says of the columns of a file that does not tell it itself. */
export interface GivenText {
  /** Names by their places; "-": nothing. */
  readonly columns?: string | undefined;
  readonly delimiter?: ';' | ',' | 'tab' | 'space' | undefined;
  readonly decimal?: '.' | ',' | undefined;
}

const delimiters = { ';': ';', ',': ',', tab: '\t', space: 'blanks' } as const;

const fitsGiven =
  ({ delimiter, decimal }: GivenText) =>
  (dialect: TextDialect): boolean =>
    (delimiter === undefined || dialect.delimiter === delimiters[delimiter]) &&
    (decimal === undefined || dialect.decimal === decimal);

/** What the first lines of a file agree on; undefined: they are no points. */
export async function textLayoutOf(
  file: RandomAccess,
  given: GivenText = {},
): Promise<TextLayout | TextFault | undefined> {
  const { head: above, lines } = await firstLines(file);
  if (lines.length === 0) return undefined;
  const head = given.columns === undefined ? above : [given.columns];
  const trials = dialects.filter(fitsGiven(given)).map((dialect) => ({ dialect, ...agreeing(lines, dialect) }));
  const fitting = trials.filter(({ fits }) => fits === lines.length);
  const [best] = fitting.toSorted((one, other) => other.numbers - one.numbers);
  if (best !== undefined) return layoutOf(head, lines, best.dialect);
  const mixed = agreeing(lines, lastDialect);
  if (fitsGiven(given)(lastDialect) && mixed.fits === lines.length && mixed.words === mixed.numbers)
    return layoutOf(head, lines, lastDialect);
  const breaking = lines[Math.max(0, ...trials.map(({ fits }) => fits))];
  return breaking && { line: breaking.number };
}

/** Whether a table holds points: its head names x, y and z, or its first lines are numbers. */
export async function holdsPoints(file: RandomAccess): Promise<boolean> {
  const layout = await textLayoutOf(file);
  if (layout === undefined) return false;
  if ('line' in layout) return layout.line > fewLines;
  const uses = layout.columns.map(({ use }) => use);
  return place.every((axis) => uses.includes(axis));
}

const fewLines = 20;

/** Lines that may be a head, the last of them first, and those behind them. */
async function firstLines(file: RandomAccess): Promise<{ head: string[]; lines: NumberedLine[] }> {
  const [head, lines]: [string[], NumberedLine[]] = [[], []];
  let number = 0;
  for await (const text of linesOf(file)) {
    number++;
    if (lines.length === 0 && !beginsAsPoint(text)) {
      if (number > linesBeforePoints) break;
      head.unshift(text);
    } else if (!isComment(text) && !isCountLine(text)) lines.push({ number, text });
    if (lines.length === looksAt) break;
  }
  return { head, lines };
}

/** A number at the beginning, and more than one word. */
const beginsAsPoint = (line: string): boolean => !isCountLine(line) && /^\s*"?[-+]?[.,]?\d[^\p{L}]*[\s,;|]/u.test(line);

/** How many of the first lines are points by a dialect, as many columns each; how many words they have, and numbers. */
function agreeing(lines: readonly NumberedLine[], dialect: TextDialect) {
  const found = { fits: 0, words: 0, numbers: 0 };
  let width: number | undefined;
  for (const { text } of lines) {
    const words = wordsIn(text, dialect);
    const numbers = words.filter((word) => numberIn(word, dialect) !== undefined).length;
    if (numbers < leastColumns || words.length !== (width ?? words.length)) break;
    width = words.length;
    found.fits++;
    found.words += width;
    found.numbers += numbers;
  }
  return found;
}

function layoutOf(
  head: readonly string[],
  lines: readonly NumberedLine[],
  dialect: TextDialect,
): TextLayout | TextFault {
  const rows = lines.map(({ text }) => wordsIn(text, dialect));
  const width = rows[0]?.length ?? 0;
  const names = headNames(head, dialect, width);
  const uses = names?.map(headUse) ?? byCount[Math.min(8, width)] ?? [];
  const columns = Array.from({ length: width }, (_, n): TextColumn => {
    const isNumber = rows.every((words) => numberIn(words[n] ?? '', dialect) !== undefined);
    const name = names?.[n];
    return { use: uses[n], name, share: shares.has(plain(name ?? '')), isNumber };
  });
  const isPlaced = (words: readonly string[]) =>
    columns.every(
      ({ use }, n) => use === undefined || !place.includes(use) || numberIn(words[n] ?? '', dialect) !== undefined,
    );
  const fault = rows.findIndex((words) => !isPlaced(words));
  return fault < 0 ? { dialect, columns } : { line: lines[fault]?.number ?? 0 };
}

/** The last line before the points that names x, y and z. */
function headNames(head: readonly string[], dialect: TextDialect, width: number): string[] | undefined {
  for (const line of head) {
    const text = utf8(line)
      .replace(/^\s*(?:#|\/\/)\s*/, '')
      .replaceAll(/\s*(?:\[[^\]]*\]|\([^)]*\))/g, '');
    for (const words of [wordsIn(text, dialect), wordsIn(text, { delimiter: 'mixed', decimal: '.' })]) {
      const uses = words.map(headUse);
      if (words.length <= width && place.every((axis) => uses.includes(axis))) return words;
    }
  }
  return undefined;
}

const plain = (name: string): string => name.replaceAll(/["']/g, '').trim().toLowerCase();

function headUse(name: string): FieldUse | undefined {
  const key = plain(name);
  return Object.hasOwn(headUses, key) ? headUses[key] : useOf(key);
}

/** Lines are read byte by byte; a head may be in UTF-8. */
function utf8(line: string): string {
  const text = Buffer.from(line, 'latin1').toString('utf8');
  return (text.includes('\ufffd') ? line : text).replace(/^\ufeff/, '');
}
