import { type Decoder, takeSymbol } from './decoder.ts';
import { type Encoder, putSymbol } from './encoder.ts';
import { symbolModel } from './models.ts';

/*
 * Near infrared in layers, as version 3 of the item has it: which of the two bytes have changed, then by how much.
 */

/** Takes a value by what it differs by from the one before. */
export function infraredTaker(from: Decoder): (before: number) => number {
  const [changes, low, high] = [symbolModel(4), symbolModel(256), symbolModel(256)];
  return (before) => {
    const symbol = takeSymbol(from, changes);
    const first = symbol & 1 ? (takeSymbol(from, low) + (before & 255)) & 255 : before & 255;
    const second = symbol & 2 ? (takeSymbol(from, high) + (before >> 8)) & 255 : before >> 8;
    return first | (second << 8);
  };
}

/** Puts a value by what it differs by from the one before. */
export function infraredPutter(to: Encoder): (value: number, before: number) => void {
  const [changes, low, high] = [symbolModel(4), symbolModel(256), symbolModel(256)];
  return (value, before) => {
    const symbol = ((value & 255) === (before & 255) ? 0 : 1) | (value >> 8 === before >> 8 ? 0 : 2);
    putSymbol(to, changes, symbol);
    if (symbol & 1) putSymbol(to, low, (value - before) & 255);
    if (symbol & 2) putSymbol(to, high, ((value >> 8) - (before >> 8)) & 255);
  };
}
