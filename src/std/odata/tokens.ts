import { parseInstant } from '../instant.ts';
import { isoTime } from '../iso-time.ts';
import { FilterFault, type Literal, type ValueType } from './tree.ts';
import { wholeIn } from './whole.ts';

export interface Token {
  readonly kind: 'word' | 'literal' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
  readonly literal?: { readonly type: ValueType; readonly value: Literal };
}

const form = new RegExp(
  [
    "(?<text>'(?:[^']|'')*')",
    String.raw`(?<guid>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![\w-]))`,
    String.raw`(?<instant>\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)(?![\w-]))`,
    String.raw`(?<date>\d{4}-\d\d-\d\d(?![\w-]))`,
    String.raw`(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]))`,
    String.raw`(?<word>[A-Za-z_][\w.]*)`,
    '(?<sign>[(),-])',
  ].join('|'),
  'y',
);
const space = /[ \t]*/y;

const words: ReadonlyMap<string, Token['literal']> = new Map([
  ['true', { type: 'boolean' as const, value: true }],
  ['false', { type: 'boolean' as const, value: false }],
  ['null', { type: 'null' as const, value: null }],
]);

export const syntaxError = (at: number): FilterFault => new FilterFault(`Syntax error at position ${at}.`);

/** Databases keep neither, and would compare with something else in its place. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The tokens of a text, an end last. Throws a `FilterFault` at what is none. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = skipSpace(text, 0); ; ) {
    if (at === text.length) return [...tokens, { kind: 'end', text: '', at }];
    form.lastIndex = at;
    const match = form.exec(text);
    if (match === null) throw syntaxError(at);
    tokens.push(tokenOf(match.groups ?? {}, match[0], at));
    at = skipSpace(text, form.lastIndex);
  }
}

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}

function tokenOf(groups: Record<string, string | undefined>, text: string, at: number): Token {
  if (groups.sign !== undefined) return { kind: 'sign', text, at };
  const literal = groups.word === undefined ? literalOf(groups, text, at) : words.get(text);
  return literal === undefined ? { kind: 'word', text, at } : { kind: 'literal', text, at, literal };
}

function literalOf(groups: Record<string, string | undefined>, text: string, at: number): Token['literal'] {
  if (groups.text !== undefined) return textOf(text, at);
  if (groups.number !== undefined) return numberOf(text, at);
  if (groups.guid !== undefined) return { type: 'guid', value: text.toLowerCase() };
  const time = parseInstant(text.replace(/(\.\d{3})\d+/, '$1'));
  const value = time === undefined ? '' : isoTime(time);
  if (!/^(?!0000)\d{4}-/.test(value)) throw syntaxError(at);
  return groups.date === undefined ? { type: 'instant', value } : { type: 'date', value: text };
}

/** The literal of a number behind a minus, read as one: below 0 there is one more whole number than above. */
export function negativeOf({ kind, text, literal }: Token): Token['literal'] {
  if (kind !== 'literal' || (literal?.type !== 'whole' && literal?.type !== 'number')) return undefined;
  const whole = wholeIn(`-${text}`);
  return whole === undefined ? { type: 'number', value: -Number(literal.value) } : { type: 'whole', value: whole };
}

function textOf(quoted: string, at: number): Token['literal'] {
  if (!isStorable(quoted)) {
    throw new FilterFault(`The text at position ${at} holds half of a character, or a null character.`);
  }
  return { type: 'text', value: quoted.slice(1, -1).replaceAll("''", "'") };
}

function numberOf(text: string, at: number): Token['literal'] {
  const whole = wholeIn(text);
  if (whole !== undefined) return { type: 'whole', value: whole };
  const value = Number(text);
  if (!Number.isFinite(value)) throw syntaxError(at);
  return { type: 'number', value };
}
