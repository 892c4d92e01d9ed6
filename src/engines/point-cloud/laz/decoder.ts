import { correctionModel, type IntegerModels } from './integers.ts';
import { type BitModel, type SymbolModel, updateBits, updateSymbols } from './models.ts';

/** Reads what an arithmetic coder wrote: the table of chunks, and chunks that the library reads wrong or not at all. */
export interface Decoder {
  readonly bytes: Uint8Array;
  at: number;
  value: number;
  length: number;
}

const least = 0x01000000;

export function decoder(bytes: Uint8Array): Decoder {
  const from = { bytes, at: 0, value: 0, length: 0xffffffff };
  for (let n = 0; n < 4; n++) from.value = ((from.value << 8) | nextByte(from)) >>> 0;
  return from;
}

/** Behind the end there are zeros. */
const nextByte = (from: Decoder): number => from.bytes[from.at++] ?? 0;

function renormalise(from: Decoder): void {
  while (from.length < least) {
    from.value = ((from.value << 8) | nextByte(from)) >>> 0;
    from.length = (from.length << 8) >>> 0;
  }
}

export function takeSymbol(from: Decoder, model: SymbolModel): number {
  const unit = from.length >>> 15;
  let [low, high] = [0, model.count];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((model.starts[middle] ?? 0) * unit > from.value) high = middle;
    else low = middle;
  }
  const start = (model.starts[low] ?? 0) * unit;
  const end = low === model.count - 1 ? from.length : (model.starts[low + 1] ?? 0) * unit;
  from.value = (from.value - start) >>> 0;
  from.length = (end - start) >>> 0;
  if (from.length < least) renormalise(from);
  model.counts[low] = (model.counts[low] ?? 0) + 1;
  if (--model.left === 0) updateSymbols(model);
  return low;
}

function takeBit(from: Decoder, model: BitModel): number {
  const share = model.share * (from.length >>> 13);
  const bit = from.value >= share ? 1 : 0;
  if (bit === 0) {
    from.length = share;
    model.zeros++;
  } else {
    from.value = (from.value - share) >>> 0;
    from.length = (from.length - share) >>> 0;
  }
  if (from.length < least) renormalise(from);
  if (--model.left === 0) updateBits(model);
  return bit;
}

export function takeBits(from: Decoder, count: number): number {
  if (count > 19) {
    const low = takeBits(from, 16);
    return (takeBits(from, count - 16) * 65_536 + low) >>> 0;
  }
  from.length = from.length >>> count;
  const value = Math.floor(from.value / from.length);
  from.value = (from.value - value * from.length) >>> 0;
  if (from.length < least) renormalise(from);
  return value;
}

/** A number of which one was guessed, with as many bits as the models have. */
export function takeInteger(from: Decoder, models: IntegerModels, guess: number, context: number): number {
  const lengths = models.lengths[context];
  if (lengths === undefined) throw new Error(`There is no context ${context}.`);
  const length = takeSymbol(from, lengths);
  models.length = length;
  const real = guess + correction(from, models, length);
  if (models.bits === 32) return real | 0;
  return real < 0 ? real + models.range : real >= models.range ? real - models.range : real;
}

function correction(from: Decoder, models: IntegerModels, length: number): number {
  if (length === 0) return takeBit(from, models.first);
  if (length === 32) return models.least;
  let value = takeSymbol(from, correctionModel(models, length));
  if (length > 8) value = value * 2 ** (length - 8) + takeBits(from, length - 8);
  return value >= 2 ** (length - 1) ? value + 1 : value - (2 ** length - 1);
}
