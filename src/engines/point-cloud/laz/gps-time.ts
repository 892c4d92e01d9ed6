import { type Encoder, putBits, putSymbol } from './encoder.ts';
import { integerModels, putInteger } from './integers.ts';
import { symbolModel } from './models.ts';

/** Multiples of the last step that have symbols of their own; those below nothing come after them. */
const most = 500;
const least = -10;
const unchanged = most - least + 1;

/** Writes times of 8 bytes: up to four sequences that run beside each other. */
export interface TimeEncoder {
  begin(view: DataView, at: number): void;
  put(view: DataView, at: number): void;
}

/** The four sequences: the last time of each, in halves, its last step, and how often steps were none of its kind. */
function sequences() {
  const lows = new Uint32Array(4);
  const highs = new Int32Array(4);
  const steps = new Int32Array(4);
  const extremes = new Uint8Array(4);
  return {
    /** How far a time lies behind one of a sequence; undefined when 32 bits do not hold it. */
    since(sequence: number, low: number, high: number): number | undefined {
      const upper = high - (highs[sequence] ?? 0);
      if (upper < -1 || upper > 1) return undefined;
      const step = upper * 2 ** 32 + low - (lows[sequence] ?? 0);
      return step === (step | 0) ? step : undefined;
    },
    take(sequence: number, low: number, high: number): void {
      lows[sequence] = low;
      highs[sequence] = high;
    },
    high: (sequence: number): number => highs[sequence] ?? 0,
    step: (sequence: number): number => steps[sequence] ?? 0,
    setStep(sequence: number, step: number): void {
      steps[sequence] = step;
      extremes[sequence] = 0;
    },
    regular(sequence: number): void {
      extremes[sequence] = 0;
    },
    /** Steps that stay away from the known one become the known one. */
    extreme(sequence: number, step: number): void {
      const count = (extremes[sequence] ?? 0) + 1;
      extremes[sequence] = count;
      if (count > 3) this.setStep(sequence, step);
    },
  };
}

/** Times are taken as whole numbers of 64 bits, in halves. Version 3 gets only those that differ from the one before. */
export function timeEncoder(to: Encoder, version: 2 | 3 = 2): TimeEncoder {
  /** The symbol of a time that has not changed comes before those of other sequences. */
  const same = version === 2 ? 1 : 0;
  const full = most - least + 1 + same;
  const multiples = symbolModel(full + 4);
  const [zeroSteps, steps] = [symbolModel(5 + same), integerModels(32, 9)];
  const all = sequences();
  let [now, next] = [0, 0];
  const putFull = (low: number, high: number) => {
    putInteger(to, steps, all.high(now), high, 8);
    putBits(to, 32, low);
    next = (next + 1) & 3;
    now = next;
    all.setStep(now, 0);
    all.take(now, low, high);
  };
  /** The time goes on with another sequence, or begins one. */
  const putElsewhere = (low: number, high: number, isZero: boolean) => {
    for (let n = 1; n < 4; n++) {
      const other = (now + n) & 3;
      if (all.since(other, low, high) === undefined) continue;
      putSymbol(to, isZero ? zeroSteps : multiples, isZero ? n + 1 + same : full + n);
      now = other;
      return put(low, high);
    }
    putSymbol(to, isZero ? zeroSteps : multiples, isZero ? 1 + same : full);
    putFull(low, high);
  };
  const putMultiple = (step: number, before: number) => {
    const { symbol, factor, context } = multipleOf(step, before);
    putSymbol(to, multiples, symbol);
    putInteger(to, steps, Math.imul(factor, before), step, context);
    if (factor === 1) all.regular(now);
    else if (context === 4 || context > 5) all.extreme(now, step);
  };
  const put = (low: number, high: number): void => {
    const before = all.step(now);
    const step = all.since(now, low, high);
    if (step === 0 && same === 1)
      return putSymbol(to, before === 0 ? zeroSteps : multiples, before === 0 ? 0 : unchanged);
    if (step === undefined) return putElsewhere(low, high, before === 0);
    if (before === 0) {
      putSymbol(to, zeroSteps, same);
      putInteger(to, steps, 0, step, 0);
      all.setStep(now, step);
    } else putMultiple(step, before);
    all.take(now, low, high);
  };
  return {
    begin: (view, at) => all.take(0, view.getUint32(at, true), view.getInt32(at + 4, true)),
    put: (view, at) => put(view.getUint32(at, true), view.getInt32(at + 4, true)),
  };
}

/** How often the known step goes into one, as floats of 32 bits tell; its symbol and its context. */
function multipleOf(step: number, before: number): { symbol: number; factor: number; context: number } {
  const share = Math.fround(Math.fround(step) / Math.fround(before));
  const times = share >= 0 ? Math.floor(Math.fround(share + 0.5)) : Math.ceil(Math.fround(share - 0.5));
  if (times === 1) return { symbol: 1, factor: 1, context: 1 };
  if (times >= most) return { symbol: most, factor: most, context: 4 };
  if (times > 0) return { symbol: times, factor: times, context: times < 10 ? 2 : 3 };
  if (times <= least) return { symbol: most - least, factor: least, context: 6 };
  if (times < 0) return { symbol: most - times, factor: times, context: 5 };
  return { symbol: 0, factor: 0, context: 7 };
}
