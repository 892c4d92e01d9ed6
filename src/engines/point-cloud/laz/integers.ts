import { type Encoder, putBit, putBits, putSymbol } from './encoder.ts';
import { type BitModel, bitModel, type SymbolModel, symbolModel } from './models.ts';

/** Models for whole numbers near a guess: how many bits the difference has, then the difference. */
export interface IntegerModels {
  readonly bits: number;
  readonly range: number;
  readonly least: number;
  readonly most: number;
  readonly lengths: readonly SymbolModel[];
  readonly first: BitModel;
  /** By length; made when they are first used. */
  readonly corrections: (SymbolModel | undefined)[];
  /** Bits of the last difference. */
  length: number;
}

/** Of numbers with 16 or 32 bits in as many contexts. */
export function integerModels(bits: 8 | 16 | 32, contexts = 1): IntegerModels {
  const range = bits === 32 ? 0 : 2 ** bits;
  const least = -(2 ** (bits - 1));
  return {
    bits,
    range,
    least,
    most: -least - 1,
    lengths: Array.from({ length: contexts }, () => symbolModel(bits + 1)),
    first: bitModel(),
    corrections: [],
    length: 0,
  };
}

export const correctionModel = (models: IntegerModels, length: number): SymbolModel => {
  const known = models.corrections[length];
  if (known !== undefined) return known;
  const made = symbolModel(length <= 8 ? 1 << length : 256);
  models.corrections[length] = made;
  return made;
};

/** Puts a number of which one was guessed. */
export function putInteger(to: Encoder, models: IntegerModels, guess: number, real: number, context = 0): void {
  let off = models.bits === 32 ? (real - guess) | 0 : real - guess;
  if (off < models.least) off += models.range;
  else if (off > models.most) off -= models.range;
  const length = 32 - Math.clz32(off <= 0 ? -off : off - 1);
  models.length = length;
  const lengths = models.lengths[context];
  if (lengths === undefined) throw new Error(`There is no context ${context}.`);
  putSymbol(to, lengths, length);
  if (length === 0) return putBit(to, models.first, off);
  if (length === 32) return;
  const value = off < 0 ? off + (2 ** length - 1) : off - 1;
  const model = correctionModel(models, length);
  if (length <= 8) return putSymbol(to, model, value);
  const low = length - 8;
  putSymbol(to, model, value >>> low);
  putBits(to, low, value & ((1 << low) - 1));
}
