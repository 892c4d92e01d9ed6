/** Random choices that a seed repeats. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  of<T>(items: readonly T[]): T | undefined;
  bytes(length: number): Buffer<ArrayBuffer>;
}

/** Mulberry32: small, and good enough to spread what a test does. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between: Random['between'] = (least, most) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    of: (items) => items[between(0, items.length - 1)],
    bytes: (length) => Buffer.from(Uint8Array.from({ length }, () => between(0, 255))),
  };
}
