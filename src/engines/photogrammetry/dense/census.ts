/** Pixels around the middle that the census looks at: every second one of 7 × 7. */
export const reach = 3;
export const bits = 24;

/**
 * One bit for each of those pixels: whether it is darker than the middle. Rows have `stride` bytes. It is most of the work
 * of a sweep, so it is written out: a loop over places takes twice as long.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: it is a list
export function censusAt(pixels: Uint8Array, at: number, stride: number): number {
  const middle = pixels[at] ?? 0;
  const c = at - stride;
  const b = c - stride;
  const a = b - stride;
  const d = at + stride;
  const e = d + stride;
  const f = e + stride;
  let word = 0;
  word = (word << 1) | (((pixels[a - 3] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[a - 1] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[a + 1] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[a + 3] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[b - 2] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[b] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[b + 2] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[c - 3] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[c - 1] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[c + 1] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[c + 3] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[at - 2] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[at + 2] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[d - 3] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[d - 1] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[d + 1] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[d + 3] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[e - 2] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[e] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[e + 2] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[f - 3] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[f - 1] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[f + 1] ?? 0) - middle) >>> 31);
  word = (word << 1) | (((pixels[f + 3] ?? 0) - middle) >>> 31);
  return word;
}

/** How many bits of a word are set. */
export function ones(word: number): number {
  const a = word - ((word >>> 1) & 0x55555555);
  const b = (a & 0x33333333) + ((a >>> 2) & 0x33333333);
  return Math.imul((b + (b >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
