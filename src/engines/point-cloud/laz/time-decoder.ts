import { type Decoder, takeBits, takeInteger, takeSymbol } from './decoder.ts';
import { integerModels } from './integers.ts';
import { symbolModel } from './models.ts';

/** As they are written: see gps-time.ts. */
const [most, least] = [500, -10];
const full = most - least + 1;

/** Reads times of 8 bytes that differ from the one before, as version 3 of the item. */
export interface TimeDecoder {
  begin(view: DataView, at: number): void;
  take(view: DataView, at: number): void;
}

export function timeDecoder(from: Decoder): TimeDecoder {
  const [multiples, zeroSteps, steps] = [symbolModel(full + 4), symbolModel(5), integerModels(32, 9)];
  const times = new BigInt64Array(4);
  const [lastSteps, extremes] = [new Int32Array(4), new Uint8Array(4)];
  let [now, next] = [0, 0];
  const setStep = (step: number) => {
    lastSteps[now] = step;
    extremes[now] = 0;
  };
  const add = (step: number) => {
    times[now] = (times[now] ?? 0n) + BigInt(step);
  };
  const takeFull = () => {
    const high = takeInteger(from, steps, Number((times[now] ?? 0n) >> 32n), 8);
    const low = takeBits(from, 32);
    next = (next + 1) & 3;
    now = next;
    times[now] = (BigInt(high) << 32n) | BigInt(low);
    setStep(0);
  };
  const takeMultiple = (symbol: number) => {
    const before = lastSteps[now] ?? 0;
    const { factor, context } = multipleOf(symbol);
    const step = takeInteger(from, steps, Math.imul(factor, before), context);
    add(step);
    if (factor === 1) extremes[now] = 0;
    else if (context === 4 || context > 5) {
      extremes[now] = (extremes[now] ?? 0) + 1;
      if ((extremes[now] ?? 0) > 3) setStep(step);
    }
  };
  const take = (): void => {
    const isZero = lastSteps[now] === 0;
    const symbol = takeSymbol(from, isZero ? zeroSteps : multiples);
    const other = symbol - (isZero ? 1 : full);
    if (other === 0) return takeFull();
    if (other > 0) {
      now = (now + other) & 3;
      return take();
    }
    if (!isZero) return takeMultiple(symbol);
    setStep(takeInteger(from, steps, 0, 0));
    add(lastSteps[now] ?? 0);
  };
  return {
    begin(view, at) {
      times[0] = view.getBigInt64(at, true);
    },
    take(view, at) {
      take();
      view.setBigInt64(at, times[now] ?? 0n, true);
    },
  };
}

function multipleOf(symbol: number): { factor: number; context: number } {
  if (symbol === 0) return { factor: 0, context: 7 };
  if (symbol === 1) return { factor: 1, context: 1 };
  if (symbol === most) return { factor: most, context: 4 };
  if (symbol < most) return { factor: symbol, context: symbol < 10 ? 2 : 3 };
  if (symbol === most - least) return { factor: least, context: 6 };
  return { factor: most - symbol, context: 5 };
}
