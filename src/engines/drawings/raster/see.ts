import { prefetch } from '../../../std/prefetch.ts';
import { breathe, type EngineContext } from '../../engine.ts';
import type { BinaryBitmap } from '../bitmap/bitmap.ts';
import { type Component, erase, smallComponents } from '../bitmap/components.ts';
import { cutAtSymbols } from '../connectivity/cut.ts';
import { extendDashes, withoutCovered } from '../connectivity/dashes.ts';
import { mergePieces } from '../connectivity/merge.ts';
import { isFrame } from '../connectivity/network.ts';
import { symbolAhead } from '../connectivity/reach.ts';
import type { Seen } from '../recognise/recognise.ts';
import type { SheetText } from '../sheet.ts';
import type { SymbolSet } from '../symbols/set.ts';
import { inkOf } from './binary.ts';
import { type DashedLine, dashedLines } from './dashes.ts';
import { letterSize, wordsOf } from './letters.ts';
import { straightLines } from './lines.ts';
import { enlarged, type Grey, turned } from './picture.ts';
import { wordReader } from './read-words.ts';
import { skewOf } from './skew.ts';
import { openLineReader } from './tesseract.ts';

/** Lower letters are enlarged before they are read. */
const leastLetter = 14;
const mostSide = 10_000;
/** While a word is read, other threads make the pictures of so many of the next. */
const picturesAhead = 8;

/** A picture as it was processed, and what the recogniser looks at. */
export interface SeenPicture {
  readonly grey: Grey;
  readonly seen: Seen;
}

/** Straightens a picture, reads its texts, and takes them out of its lines. */
export async function seePicture(given: Grey, set: SymbolSet, context: EngineContext): Promise<SeenPicture> {
  context.progress({ step: 'Straightening the picture' });
  const { grey, ink, components, letter } = await prepared(given);
  const dashes = dashedLines(ink, components, letter);
  for (const { parts } of dashes) for (const part of parts) erase(ink, part);
  const dashed = new Set(dashes.flatMap(({ parts }) => parts));
  const letters = components.filter((one) => !dashed.has(one));
  context.progress({ step: 'Reading the texts' });
  const texts = await readTexts({ grey, ink, letters, letter, set }, context);
  const reach = Math.max(2.5 * letter, ...dashes.map(({ pitch }) => 1.5 * pitch));
  const touch = Math.max(0.35 * letter, 1.5 * ink.thickness);
  const seen: Seen = {
    width: grey.width,
    height: grey.height,
    texts,
    ink,
    inkScale: 1,
    letter,
    touch,
    dots: [],
    pieces: (symbols) => {
      const lines = straightLines(ink, 0.9 * letter).filter((piece) => !isFrame(piece, grey));
      const cut = mergePieces(cutAtSymbols(lines, symbols, touch));
      const free = cutAtSymbols(
        dashes.map(({ piece }: DashedLine) => piece),
        symbols,
        touch,
      );
      const signals = extendDashes(free, cut, symbolAhead(symbols, touch), reach);
      return [...withoutCovered(cut, signals, 1.5 * ink.thickness), ...signals];
    },
  };
  return { grey, seen };
}

interface Prepared {
  readonly grey: Grey;
  readonly ink: BinaryBitmap;
  readonly components: readonly Component[];
  readonly letter: number;
}

/** Upright, and with letters that are high enough to be read. */
async function prepared(given: Grey): Promise<Prepared> {
  const ink = inkOf(given);
  const skew = skewOf(ink);
  const straight = skew === 0 ? given : await turned(given, -skew);
  const first = measured(straight, skew === 0 ? ink : inkOf(straight));
  const low = first.letter < leastLetter && 2 * Math.max(straight.width, straight.height) <= mostSide;
  if (!low) return first;
  const large = await enlarged(straight, 2);
  return measured(large, inkOf(large));
}

function measured(grey: Grey, ink: BinaryBitmap): Prepared {
  const components = smallComponents(ink, Math.max(grey.width, grey.height) / 12);
  return {
    grey,
    ink,
    components,
    letter: letterSize(components, ink.thickness) ?? Math.max(grey.width, grey.height) / 150,
  };
}

interface Unread {
  readonly grey: Grey;
  readonly ink: BinaryBitmap;
  readonly letters: readonly Component[];
  readonly letter: number;
  readonly set: SymbolSet;
}

async function readTexts(
  { grey, ink, letters, letter, set }: Unread,
  { progress, signal }: EngineContext,
): Promise<SheetText[]> {
  const words = wordsOf(letters, letter);
  if (words.length === 0) return [];
  const lines = await openLineReader();
  try {
    const reader = wordReader(grey, letter, lines, set);
    const texts: SheetText[] = [];
    let done = 0;
    for await (const [word, pictures] of prefetch(words, picturesAhead, reader.pictures)) {
      const text = reader.read(word, pictures);
      if (text !== undefined) {
        texts.push(text);
        for (const part of word.parts) erase(ink, part);
      }
      progress({ message: `${++done} of ${words.length} texts` });
      await breathe();
      signal?.throwIfAborted();
    }
    progress({ message: null });
    return texts;
  } finally {
    lines.end();
  }
}
