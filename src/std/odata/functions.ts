import type { Literal, ValueType } from './tree.ts';
import { bigOf, wholeOf } from './whole.ts';

/** Of a function or operator: what it takes, what it gives, and how; `null` in any argument gives `null`. */
export interface Signature {
  readonly takes: readonly (readonly ValueType[])[];
  /** Absent: the last of `takes` may be left out. */
  readonly least?: number;
  readonly gives: ValueType;
  apply(...values: readonly Literal[]): Literal;
  /** Of operators: how whole numbers alone give a whole number; beyond 64 bits, as after a division by zero, it is unknown. */
  whole?(...values: readonly Literal[]): Literal;
}

const text: readonly ValueType[] = ['text'];
const number: readonly ValueType[] = ['number', 'whole'];
const times: readonly ValueType[] = ['date', 'instant'];
const instants: readonly ValueType[] = ['instant'];

const str = String;
const num = Number;
/** A number that is none, as after a division by zero, is unknown. */
const finite = (value: number): Literal => (Number.isFinite(value) ? value : null);

const ofTexts = (gives: ValueType, apply: (a: string, b: string) => Literal): Signature => ({
  takes: [text, text],
  gives,
  apply: (a, b) => apply(str(a), str(b)),
});
const ofText = (gives: ValueType, apply: (a: string) => Literal): Signature => ({
  takes: [text],
  gives,
  apply: (a) => apply(str(a)),
});
const ofNumber = (apply: (a: number) => number): Signature => ({
  takes: [number],
  gives: 'number',
  apply: (a) => finite(apply(num(a))),
});
/** Beyond these no number is reckoned with: a database would end the whole query where this gives no number. */
export const arithmeticBounds = { least: 1e-150, most: 1e150 } as const;
const isReckoned = (value: number): boolean => {
  const size = Math.abs(value);
  return size === 0 || (size >= arithmeticBounds.least && size <= arithmeticBounds.most);
};
/** Exact: numbers of JavaScript only while operands and result are whole ones that it knows exactly. */
const ofWholes =
  (near: (a: number, b: number) => number, exact: (a: bigint, b: bigint) => bigint | null) =>
  (a: Literal, b: Literal): Literal => {
    if (a === null || b === null) return null;
    const result = typeof a === 'number' && typeof b === 'number' ? near(a, b) : Number.NaN;
    if (Number.isSafeInteger(result)) return result;
    const found = exact(bigOf(a), bigOf(b));
    return found === null ? null : (wholeOf(found) ?? null);
  };
const ofNumbers = (apply: (a: number, b: number) => number): Signature => ({
  takes: [number, number],
  gives: 'number',
  apply: (a, b) => (isReckoned(num(a)) && isReckoned(num(b)) ? finite(apply(num(a), num(b))) : null),
});
/** A part of a date or instant, by its place in the ISO text. */
const part = (takes: readonly ValueType[], from: number, to: number): Signature => ({
  takes: [takes],
  gives: 'number',
  apply: (a) => Number(str(a).slice(from, to)),
});

/** Halves away from zero, as the standard rounds; in steps that every database does alike. */
const round = (value: number): number => Math.sign(value) * Math.floor(Math.abs(value) + 0.5);

/** Texts count in code points, as databases do. */
const lengthOf = (text: string): number => [...text].length;
function indexOf(text: string, part: string): number {
  const at = text.indexOf(part);
  return at < 0 ? at : lengthOf(text.slice(0, at));
}
function substring(text: string, from: number, count: number): string {
  const start = Math.max(0, Math.trunc(from));
  return [...text].slice(start, start + Math.max(0, Math.trunc(count))).join('');
}

/** Code points that a joined text has at most; a longer one is unknown. */
export const longestJoined = 2 ** 20;

/** Counted only where it may matter: there are never more code points than code units. */
const joined = (a: string, b: string): Literal =>
  a.length + b.length <= longestJoined || lengthOf(a) + lengthOf(b) <= longestJoined ? a + b : null;

const sum = (a: number, b: number): number => a + b;
const difference = (a: number, b: number): number => a - b;
const product = (a: number, b: number): number => a * b;
const remainder = (a: number, b: number): number => a - b * Math.trunc(a / b);

export const operators: Readonly<Record<string, Signature>> = {
  add: { ...ofNumbers(sum), whole: ofWholes(sum, (a, b) => a + b) },
  sub: { ...ofNumbers(difference), whole: ofWholes(difference, (a, b) => a - b) },
  mul: { ...ofNumbers(product), whole: ofWholes(product, (a, b) => a * b) },
  div: ofNumbers((a, b) => a / b),
  mod: {
    ...ofNumbers(remainder),
    whole: ofWholes(
      (a, b) => a % b,
      (a, b) => (b === 0n ? null : a % b),
    ),
  },
  neg: { ...ofNumber((a) => -a), whole: (a) => ofWholes(difference, (b, c) => b - c)(0, a ?? null) },
};

export const functions: Readonly<Record<string, Signature>> = {
  contains: ofTexts('boolean', (a, b) => a.includes(b)),
  startswith: ofTexts('boolean', (a, b) => a.startsWith(b)),
  endswith: ofTexts('boolean', (a, b) => a.endsWith(b)),
  indexof: ofTexts('number', indexOf),
  concat: ofTexts('text', joined),
  length: ofText('number', lengthOf),
  tolower: ofText('text', (a) => a.toLowerCase()),
  toupper: ofText('text', (a) => a.toUpperCase()),
  trim: ofText('text', (a) => a.trim()),
  substring: {
    takes: [text, number, number],
    least: 2,
    gives: 'text',
    apply: (a, from, count = Number.MAX_SAFE_INTEGER) => substring(str(a), num(from), num(count)),
  },
  year: part(times, 0, 4),
  month: part(times, 5, 7),
  day: part(times, 8, 10),
  hour: part(instants, 11, 13),
  minute: part(instants, 14, 16),
  second: part(instants, 17, 19),
  date: { takes: [times], gives: 'date', apply: (a) => str(a).slice(0, 10) },
  round: ofNumber(round),
  floor: ofNumber(Math.floor),
  ceiling: ofNumber(Math.ceil),
};
