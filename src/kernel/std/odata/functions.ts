import type { Literal, ValueType } from './tree.ts';

/** Of a function or operator: what it takes, what it gives, and how; `null` in any argument gives `null`. */
export interface Signature {
  readonly takes: readonly (readonly ValueType[])[];
  /** Absent: the last of `takes` may be left out. */
  readonly least?: number;
  readonly gives: ValueType;
  apply(...values: readonly Literal[]): Literal;
}

const text: readonly ValueType[] = ['text'];
const number: readonly ValueType[] = ['number'];
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
const ofNumbers = (apply: (a: number, b: number) => number): Signature => ({
  takes: [number, number],
  gives: 'number',
  apply: (a, b) => finite(apply(num(a), num(b))),
});
/** A part of a date or instant, by its place in the ISO text. */
const part = (takes: readonly ValueType[], from: number, to: number): Signature => ({
  takes: [takes],
  gives: 'number',
  apply: (a) => Number(str(a).slice(from, to)),
});

/** Halves away from zero, as the standard rounds. */
const round = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

export const operators: Readonly<Record<string, Signature>> = {
  add: ofNumbers((a, b) => a + b),
  sub: ofNumbers((a, b) => a - b),
  mul: ofNumbers((a, b) => a * b),
  div: ofNumbers((a, b) => a / b),
  mod: ofNumbers((a, b) => a % b),
  neg: ofNumber((a) => -a),
};

export const functions: Readonly<Record<string, Signature>> = {
  contains: ofTexts('boolean', (a, b) => a.includes(b)),
  startswith: ofTexts('boolean', (a, b) => a.startsWith(b)),
  endswith: ofTexts('boolean', (a, b) => a.endsWith(b)),
  indexof: ofTexts('number', (a, b) => a.indexOf(b)),
  concat: ofTexts('text', (a, b) => a + b),
  length: ofText('number', (a) => a.length),
  tolower: ofText('text', (a) => a.toLowerCase()),
  toupper: ofText('text', (a) => a.toUpperCase()),
  trim: ofText('text', (a) => a.trim()),
  substring: {
    takes: [text, number, number],
    least: 2,
    gives: 'text',
    apply(a, from, count = Number.POSITIVE_INFINITY) {
      const start = Math.max(0, num(from));
      return str(a).slice(start, start + Math.max(0, num(count)));
    },
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
