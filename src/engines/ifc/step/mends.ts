import { byte, isUpperSign } from './bytes.ts';

/**
 * A place of the file that is understood although it is not as it must be. The library of the meshes is stricter or
 * reads it another way: it gets the text that is meant.
 */
export interface Mend {
  readonly from: number;
  /** Behind the last byte that is replaced. */
  readonly to: number;
  readonly text: string;
}

/** The file with its mends, in memory that threads share; the same bytes when there are none. */
export function mended(bytes: Uint8Array, mends: readonly Mend[]): Uint8Array {
  if (mends.length === 0) return bytes;
  const ordered = mends.toSorted((a, b) => a.from - b.from);
  const growth = ordered.reduce((sum, { from, to, text }) => sum + text.length - (to - from), 0);
  const whole = new Uint8Array(new SharedArrayBuffer(bytes.length + growth));
  let read = 0;
  let written = 0;
  const copy = (to: number) => {
    whole.set(bytes.subarray(read, to), written);
    written += to - read;
  };
  for (const { from, to, text } of ordered) {
    copy(from);
    whole.set(Buffer.from(text, 'latin1'), written);
    written += text.length;
    read = to;
  }
  copy(bytes.length);
  return whole;
}

const upperQuote = Buffer.from("\\S\\'");

/** The library takes every quote behind a backslash for a sign: `\S\'` is written as what it is, a sign or an end. */
export function signMends(bytes: Uint8Array): Mend[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mends: Mend[] = [];
  for (let from = text.indexOf(upperQuote); from !== -1; from = text.indexOf(upperQuote, from + 1)) {
    const quote = from + upperQuote.length - 1;
    const begin = Math.max(0, text.lastIndexOf(byte.quote, quote - 1));
    mends.push({ from, to: quote + 1, text: isUpperSign(bytes, quote, begin) ? '\\X\\A7' : "/S/'" });
  }
  return mends;
}
