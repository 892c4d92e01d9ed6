/*
 * The adaptive models of the arithmetic coder of LAZ, as its public specification has them: how often each symbol came so far
 * says how many bits it takes.
 */

/** Of symbols from 0 to `count` - 1. */
export interface SymbolModel {
  readonly count: number;
  readonly counts: Uint32Array;
  /** Where the share of each symbol begins, of 2 ^ 15. */
  readonly starts: Uint32Array;
  total: number;
  cycle: number;
  left: number;
}

export interface BitModel {
  zeros: number;
  total: number;
  /** Share of a zero, of 2 ^ 13. */
  share: number;
  cycle: number;
  left: number;
}

const mostTotal = 1 << 15;
const mostBitTotal = 1 << 13;

export function symbolModel(count: number): SymbolModel {
  const model = {
    count,
    counts: new Uint32Array(count).fill(1),
    starts: new Uint32Array(count),
    total: 0,
    cycle: count,
    left: 0,
  };
  updateSymbols(model);
  model.cycle = (count + 6) >> 1;
  model.left = model.cycle;
  return model;
}

export function updateSymbols(model: SymbolModel): void {
  const { count, counts, starts } = model;
  model.total += model.cycle;
  if (model.total > mostTotal) {
    model.total = 0;
    for (let n = 0; n < count; n++) {
      const half = ((counts[n] ?? 0) + 1) >> 1;
      counts[n] = half;
      model.total += half;
    }
  }
  const scale = Math.floor(0x80000000 / model.total);
  let sum = 0;
  for (let n = 0; n < count; n++) {
    starts[n] = (scale * sum) >>> 16;
    sum += counts[n] ?? 0;
  }
  model.cycle = Math.min((5 * model.cycle) >> 2, (count + 6) << 3);
  model.left = model.cycle;
}

export const bitModel = (): BitModel => ({ zeros: 1, total: 2, share: 1 << 12, cycle: 4, left: 4 });

export function updateBits(model: BitModel): void {
  model.total += model.cycle;
  if (model.total > mostBitTotal) {
    model.total = (model.total + 1) >> 1;
    model.zeros = (model.zeros + 1) >> 1;
    if (model.zeros === model.total) model.total++;
  }
  const scale = Math.floor(0x80000000 / model.total);
  model.share = (model.zeros * scale) >>> 18;
  model.cycle = Math.min((5 * model.cycle) >> 2, 64);
  model.left = model.cycle;
}
