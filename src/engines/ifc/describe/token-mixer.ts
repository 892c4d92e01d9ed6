import { byte, isWordByte, skipSpace, skipString } from '../step/bytes.ts';
import type { Model } from '../step/model.ts';
import { rounded, type Scanned, scanNumber } from '../step/number.ts';
import { factors, type Hash, mixed, tag } from './mixing.ts';
import { addNumber, type Noise, newSketch, restart, type Sketch, type Sketches, set } from './sketches.ts';

/** The hashes of the instances by their place in the file, once they are made. */
export interface Sums {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  readonly sketches: Sketches;
}

export type MixTokens = (open: number, start: Hash, depth: number, from: { readonly number: number }) => Hash;

/** What the arguments of an instance are mixed in. */
interface Lanes {
  high: number;
  low: number;
  readonly sketch: Sketch;
}

/** Answers 1, the length of the signs that are mixed as one word. */
function mix(into: Lanes, word: number): 1 {
  into.high = mixed(into.high, word, factors.high);
  into.low = mixed(into.low, word, factors.low);
  return 1;
}

/** Into the form, too. */
function mixForm(into: Lanes, word: number): 1 {
  into.sketch.form = mixed(into.sketch.form, word, factors.form);
  return mix(into, word);
}

function mixWord(into: Lanes, bytes: Uint8Array, from: number): number {
  const end = endOfToken(bytes, from);
  mixForm(into, bytes[from] === byte.quote ? tag.text : tag.word);
  for (let at = from; at < end; at++) mixForm(into, bytes[at] ?? 0);
  return end;
}

/** Mixes the arguments of an instance as they are written, from their opening parenthesis on. */
export function tokenMixer(model: Model, sums: Sums, noise: Noise, ofPosition: OfPosition): MixTokens {
  const { bytes, index } = model;
  const bits = new Float64Array(1);
  const words = new Uint32Array(bits.buffer);
  const scanned: Scanned = { value: 0, end: 0, digits: 0 };
  const { sketches } = sums;
  const sketch = newSketch();
  const lanes: Lanes = { high: 0, low: 0, sketch };
  const mixNumber = (at: number): number => {
    scanNumber(bytes, at, scanned);
    const { value, end, digits } = scanned;
    bits[0] = digits > 9 ? rounded(value) : value;
    mix(lanes, tag.number);
    mix(lanes, words[0] ?? 0);
    mix(lanes, words[1] ?? 0);
    if (isReal(bytes, at, end)) addNumber(sketch, value, noise(value));
    else sketch.form = mixed(sketch.form, value, factors.form);
    return end;
  };
  const mixBelow = (position: number) => {
    mix(lanes, tag.ref);
    mix(lanes, sums.high[position] ?? 0);
    mix(lanes, sums.low[position] ?? 0);
    sketches.addFrom(sketch, position);
  };
  /** Mixes what begins at a place, and answers where the next thing begins. */
  const take: Readonly<Record<Exclude<TokenKind, 'end' | 'reference'>, Take>> = {
    space: (at) => at + 1,
    comment: (at) => Math.max(at + 1, skipSpace(bytes, at)),
    open: (at) => at + mixForm(lanes, tag.open),
    close: (at) => at + mixForm(lanes, tag.close),
    none: (at) => at + mixForm(lanes, tag.none),
    number: mixNumber,
    word: (at) => mixWord(lanes, bytes, at),
  };
  return (open, start, depth, from) => {
    [lanes.high, lanes.low] = start;
    restart(sketch, lanes.high);
    for (let at = open, nested = 0; at < bytes.length; ) {
      const kind = kinds[bytes[at] ?? 0] ?? 'word';
      if (kind === 'end') {
        model.read(from.number); // the line ends in the middle: what follows is not its own
        break;
      }
      if (kind === 'reference') {
        scanNumber(bytes, at + 1, scanned);
        const position = index.find(scanned.value);
        at = scanned.end;
        if (position === -1) {
          mixForm(lanes, tag.missing);
          model.read(scanned.value, from);
          continue;
        }
        // what it refers to is mixed in the same lanes; no function between, for the stack
        const { high, low } = lanes;
        const { form, first, second, variance, weight } = sketch;
        ofPosition(position, depth + 1);
        [lanes.high, lanes.low] = [high, low];
        set(sketch, form, first, second, variance, weight);
        mixBelow(position);
        continue;
      }
      if (kind === 'open') nested++;
      at = take[kind](at);
      if (kind === 'close' && --nested === 0) break;
    }
    sketches.last(sketch);
    return [lanes.high, lanes.low];
  };
}

type OfPosition = (position: number, depth: number) => void;

/** Real numbers have a point; whole ones are indices and counts, of which every one matters. */
function isReal(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === byte.dot) return true;
  return false;
}

type Take = (at: number) => number;

type TokenKind = 'space' | 'open' | 'close' | 'end' | 'reference' | 'number' | 'comment' | 'none' | 'word';

/** What begins with each byte. */
const kinds: readonly TokenKind[] = Array.from({ length: 256 }, (_, now): TokenKind => {
  if (now <= 32 || now === byte.comma) return 'space';
  if ((now >= 48 && now <= 57) || now === 0x2d || now === 0x2b) return 'number';
  const signs = new Map<number, TokenKind>([
    [byte.open, 'open'],
    [byte.close, 'close'],
    [byte.semicolon, 'end'],
    [byte.hash, 'reference'],
    [byte.slash, 'comment'],
    [byte.dollar, 'none'],
    [byte.star, 'none'],
  ]);
  return signs.get(now) ?? 'word';
});

/** Behind a string or a word; always further. */
function endOfToken(bytes: Uint8Array, from: number): number {
  if (bytes[from] === byte.quote) return skipString(bytes, from);
  let at = from + 1;
  while (isWordByte(bytes[at]) || bytes[at] === byte.dot) at++;
  return at;
}
