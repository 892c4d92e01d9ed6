import { isDigit } from './bytes.ts';

/** A number and the byte behind it. */
export interface Scanned {
  value: number;
  end: number;
  /** Significant digits written. */
  digits: number;
}

const powers = Array.from({ length: 23 }, (_, n) => 10 ** n);

/**
 * Reads a STEP number at `from` into `into`, so that millions of them make no garbage. Up to 15 digits and a small
 * exponent are exact in doubles; the rest is left to the language.
 */
export function scanNumber(bytes: Uint8Array, from: number, into: Scanned): void {
  let at = from;
  const negative = bytes[at] === 0x2d;
  if (negative || bytes[at] === 0x2b) at++;
  let mantissa = 0;
  let digits = 0;
  let scale = 0;
  let fraction = false;
  for (; ; at++) {
    const now = bytes[at] ?? 0;
    if (now === 0x2e && !fraction) fraction = true;
    else if (now >= 48 && now <= 57) {
      mantissa = mantissa * 10 + now - 48;
      if (mantissa > 0) digits++;
      if (fraction) scale--;
    } else break;
  }
  into.end = at;
  into.digits = digits;
  scale += scanExponent(bytes, at, into);
  const size = isExact(digits, scale) ? scaled(mantissa, scale) : sizeByLanguage(bytes, from, into.end);
  into.value = negative && size !== 0 ? -size : size;
}

/** The exponent at `from`, 0 where there is none; `into` ends behind it. */
function scanExponent(bytes: Uint8Array, from: number, into: Scanned): number {
  if (((bytes[from] ?? 0) & 0xdf) !== 0x45) return 0;
  const below = bytes[from + 1] === 0x2d;
  let at = from + (below || bytes[from + 1] === 0x2b ? 2 : 1);
  let exponent = 0;
  for (; isDigit(bytes[at]); at++) exponent = Math.min(9999, exponent * 10 + (bytes[at] ?? 0) - 48);
  into.end = at;
  return below ? -exponent : exponent;
}

const isExact = (digits: number, scale: number): boolean => digits <= 15 && scale >= -22 && scale <= 22;

const scaled = (mantissa: number, scale: number): number =>
  scale < 0 ? mantissa / (powers[-scale] ?? 1) : mantissa * (powers[scale] ?? 1);

function sizeByLanguage(bytes: Uint8Array, from: number, to: number): number {
  const size = Math.abs(Number(Buffer.from(bytes.subarray(from, to)).toString('latin1')));
  return Number.isFinite(size) ? size : 0;
}

/** Rounded to 9 significant digits: what is compared does not depend on how a program writes its numbers. */
export const rounded = (value: number): number =>
  Number.isInteger(value) && Math.abs(value) < 1e9 ? value : Number(value.toPrecision(9));
