import type { Literal } from './tree.ts';

/*
 * Whole numbers of 64 bits. One that a number of JavaScript holds exactly is that number; any other is its digits as a
 * text, which JSON carries between processes and in addresses. So equal numbers have one form.
 */
const bound = 2n ** 63n;
const form = /^-?\d{1,19}$/;

/** In the one form; undefined beyond 64 bits. */
export function wholeOf(value: bigint): number | string | undefined {
  if (value >= bound || value < -bound) return undefined;
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : String(value);
}

/** Out of digits, with or without a minus; undefined for anything else, and beyond 64 bits. */
export const wholeIn = (digits: string): number | string | undefined =>
  form.test(digits) ? wholeOf(BigInt(digits)) : undefined;

/** The number that is meant. */
export const bigOf = (whole: NonNullable<Literal>): bigint => BigInt(whole);

/** Less than 0 when the first is less. */
export function compareWholes(a: NonNullable<Literal>, b: NonNullable<Literal>): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [bigOf(a), bigOf(b)];
  return left < right ? -1 : Number(left > right);
}
