import { type BitModel, type SymbolModel, updateBits, updateSymbols } from './models.ts';

/** Bytes as an arithmetic coder makes them. */
export interface Encoder {
  base: number;
  length: number;
  bytes: Uint8Array;
  size: number;
}

const least = 0x01000000;

export const encoder = (): Encoder => ({ base: 0, length: 0xffffffff, bytes: new Uint8Array(1 << 16), size: 0 });

/** Begins anew; what was taken from it before may be overwritten. */
export function restart(to: Encoder): void {
  to.base = 0;
  to.length = 0xffffffff;
  to.size = 0;
}

function putByte(to: Encoder, value: number): void {
  if (to.size === to.bytes.length) {
    const larger = new Uint8Array(2 * to.size);
    larger.set(to.bytes);
    to.bytes = larger;
  }
  to.bytes[to.size++] = value;
}

function advance(to: Encoder, by: number): void {
  const base = to.base + by;
  if (base > 0xffffffff) {
    let at = to.size - 1;
    while (to.bytes[at] === 255) to.bytes[at--] = 0;
    to.bytes[at] = (to.bytes[at] ?? 0) + 1;
  }
  to.base = base >>> 0;
}

function renormalise(to: Encoder): void {
  while (to.length < least) {
    putByte(to, to.base >>> 24);
    to.base = (to.base << 8) >>> 0;
    to.length = (to.length << 8) >>> 0;
  }
}

export function putSymbol(to: Encoder, model: SymbolModel, symbol: number): void {
  const unit = to.length >>> 15;
  const start = model.starts[symbol] ?? 0;
  const from = start * unit;
  const length = symbol === model.count - 1 ? to.length - from : (model.starts[symbol + 1] ?? 0) * unit - from;
  advance(to, from);
  to.length = length >>> 0;
  if (to.length < least) renormalise(to);
  model.counts[symbol] = (model.counts[symbol] ?? 0) + 1;
  if (--model.left === 0) updateSymbols(model);
}

export function putBit(to: Encoder, model: BitModel, bit: number): void {
  const from = model.share * (to.length >>> 13);
  if (bit === 0) {
    to.length = from;
    model.zeros++;
  } else {
    advance(to, from);
    to.length = (to.length - from) >>> 0;
  }
  if (to.length < least) renormalise(to);
  if (--model.left === 0) updateBits(model);
}

/** `count` bits, 32 at most, as they are. */
export function putBits(to: Encoder, count: number, value: number): void {
  if (count > 19) {
    putBits(to, 16, value & 0xffff);
    putBits(to, count - 16, value >>> 16);
    return;
  }
  to.length = to.length >>> count;
  advance(to, value * to.length);
  if (to.length < least) renormalise(to);
}

/** Ends the bytes; they hold until the encoder is started again. */
export function finished(to: Encoder): Uint8Array {
  const isLong = to.length > 2 * least;
  if (isLong) {
    advance(to, least);
    to.length = least >>> 1;
  } else {
    advance(to, least >>> 1);
    to.length = least >>> 9;
  }
  renormalise(to);
  for (let n = 0; n < (isLong ? 3 : 2); n++) putByte(to, 0);
  return to.bytes.subarray(0, to.size);
}
