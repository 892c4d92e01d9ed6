/*
 * What hashes are mixed with. A hash has two lanes of 32 bits; the form of a shape (its structure without real numbers)
 * has one of its own.
 */

/** Two lanes of 32 bits. */
export type Hash = readonly [high: number, low: number];

export const tag = { open: 1, close: 2, none: 3, number: 4, ref: 5, text: 6, word: 8, missing: 9, real: 10 } as const;
export const factors = { high: 0x85ebca6b, low: 0xc2b2ae35, form: 0x9e3779b1 } as const;

export function mixed(hash: number, word: number, factor: number): number {
  const next = Math.imul(hash ^ word, factor);
  return ((next ^ (next >>> 15)) + Math.imul(hash, 0x27d4eb2f)) | 0;
}

export function finish(hash: number): number {
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return (value ^ (value >>> 16)) >>> 0;
}

export function mixText(hash: Hash, text: string): Hash {
  let [high, low] = hash;
  for (let n = 0; n < text.length; n++) {
    high = mixed(high, text.charCodeAt(n), factors.high);
    low = mixed(low, text.charCodeAt(n), factors.low);
  }
  return [mixed(high, tag.text, factors.high), mixed(low, tag.text, factors.low)];
}

const inOrder = (a: Hash, b: Hash): number => a[0] - b[0] || a[1] - b[1];

export function mixSorted(start: Hash, hashes: readonly Hash[]): Hash {
  return [...hashes].sort(inOrder).reduce(mixHash, start);
}

export const mixHash = ([high, low]: Hash, [a, b]: Hash): Hash => [
  mixed(mixed(high, a, factors.high), b, factors.high),
  mixed(mixed(low, a, factors.low), b, factors.low),
];

/** The forms of a set, in any order. */
export const mixForms = (start: number, forms: readonly number[]): number =>
  forms.toSorted((a, b) => a - b).reduce((sum, form) => mixed(sum, form, factors.form), start);
