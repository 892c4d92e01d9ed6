import { type BinaryBitmap, blankInk, eachStretch } from '../bitmap/bitmap.ts';
import type { Grey } from './picture.ts';

/** What is darker than the paper. The threshold parts the two heaps of greys that a drawing has (Otsu). */
export function inkOf({ width, height, data }: Pick<Grey, 'width' | 'height' | 'data'>): BinaryBitmap {
  const counts = new Float64Array(256);
  for (let at = 0; at < data.length; at++) {
    const value = data[at] ?? 255;
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const limit = threshold(counts, data.length);
  const ink = blankInk(width, height);
  for (let at = 0, y = 0; y < height; y++) {
    for (let word = y * ink.wordsPerRow; word < (y + 1) * ink.wordsPerRow; word++) {
      const end = Math.min(at + 32, (y + 1) * width);
      let bits = 0;
      for (let bit = 1; at < end; at++, bit <<= 1) if ((data[at] ?? 255) <= limit) bits |= bit;
      ink.words[word] = bits;
    }
  }
  return { ...ink, thickness: thicknessOf(ink) };
}

function threshold(counts: Float64Array, all: number): number {
  const total = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [below, sum, best, limit] = [0, 0, -1, 128];
  for (const [value, count] of counts.entries()) {
    below += count;
    sum += value * count;
    if (below === 0 || below === all) continue;
    const apart = sum / below - (total - sum) / (all - below);
    const spread = below * (all - below) * apart * apart;
    if (spread > best) [best, limit] = [spread, value];
  }
  // a sheet of one grey has nothing on it
  return Math.min(limit, 240);
}

const thickest = 40;

/** How thick most lines are: the commonest length of what rows and columns cross. */
function thicknessOf(ink: BinaryBitmap): number {
  const counts = new Array<number>(thickest + 1).fill(0);
  for (let y = 0; y < ink.height; y += 3) {
    eachStretch(ink, y, 'ink', (from, end) => {
      const run = end - from;
      if (run <= thickest) counts[run] = (counts[run] ?? 0) + 1;
    });
  }
  return Math.max(1, counts.indexOf(Math.max(...counts)));
}
