import { around, type Box, boxOf, heightOf, type Point } from '../geometry.ts';
import { cornersOf, type SheetText, type Stroke } from '../sheet.ts';
import { isHeading } from './captions.ts';
import { middleOf, type Reading } from './direction.ts';

/** Lines of texts under each other. */
export interface TextBlock {
  readonly box: Box;
  /** Places in the list of texts, in reading order. */
  readonly texts: readonly number[];
}

/** Lines of a block follow each other at most so many heights apart, under a heading too. */
const mostApart = 3.2;
/** They begin at most so far right of the heading, in heights. */
const mostIndent = 9;
const numbered = /^\d{1,2}[.)](\s|$)/;
const leastNumbered = 3;

interface Placed {
  readonly n: number;
  readonly text: SheetText;
  readonly box: Box;
  readonly start: number;
  readonly line: number;
}

/** Notes: what stands under a heading that says so, and lists that are numbered. `isFree`: in no table. */
export function notesOf(texts: readonly SheetText[], reading: Reading, isFree: (place: Point) => boolean): TextBlock[] {
  const placed = texts.flatMap((text, n): Placed[] => {
    if (!isFree(middleOf(text))) return [];
    const box = boxOf(cornersOf(text));
    const corners: Point[] = [
      [box.left, box.top],
      [box.right, box.bottom],
    ];
    const starts = corners.map(reading.along);
    return [{ n, text, box, start: Math.min(...starts), line: reading.down(middleOf(text)) }];
  });
  const taken = new Set<number>();
  const blocks: TextBlock[] = [];
  for (const first of placed) {
    const isHead = isHeading(first.text.text, 'notes');
    if (taken.has(first.n) || !(isHead || numbered.test(first.text.text))) continue;
    const block = blockFrom(first, placed);
    const enough = isHead
      ? block.length > 1
      : block.filter(({ text }) => numbered.test(text.text)).length >= leastNumbered;
    if (!enough) continue;
    for (const { n } of block) taken.add(n);
    blocks.push({ box: block.reduce((box, one) => around(box, one.box), first.box), texts: block.map(({ n }) => n) });
  }
  return blocks;
}

/** The lines below one that begin no more left than it, as long as they follow each other. */
function blockFrom(first: Placed, all: readonly Placed[]): Placed[] {
  const height = first.text.height;
  const below = all
    .filter(
      ({ start, line }) =>
        line > first.line + 0.3 * height && start >= first.start - height && start <= first.start + mostIndent * height,
    )
    .sort((a, b) => a.line - b.line || a.start - b.start);
  const block = [first];
  for (const one of below) {
    const last = block.at(-1) ?? first;
    if (one.line - last.line > mostApart * Math.max(one.text.height, last.text.height)) break;
    block.push(one);
  }
  return block;
}

/** A legend: symbols each beside a text, in rows under a heading that says so; `shapes`: the boxes of what is drawn. */
export function legendUnder(
  texts: readonly SheetText[],
  strokes: readonly Stroke[],
  reading: Reading,
  letter: number,
): TextBlock[] {
  return texts.flatMap((heading, n): TextBlock[] => {
    if (!isHeading(heading.text, 'legend')) return [];
    const at = middleOf(heading);
    const rows = texts
      .map((text, of) => ({ of, text, place: middleOf(text) }))
      .filter(({ place }) => {
        const aside = Math.abs(reading.along(place) - reading.along(at));
        return reading.down(place) > reading.down(at) && aside < 25 * letter;
      })
      .sort((a, b) => reading.down(a.place) - reading.down(b.place));
    const members: typeof rows = [];
    let last = reading.down(at);
    let widest = 0;
    for (const row of rows) {
      const gap = reading.down(row.place) - last;
      // rows of a legend follow each other evenly; what stands apart is something else
      if (gap > (members.length < 2 ? 8 * letter : 1.4 * widest)) break;
      widest = Math.max(widest, gap);
      last += gap;
      members.push(row);
    }
    if (members.length < 3) return [];
    const box = members.reduce((sum, { text }) => around(sum, boxOf(cornersOf(text))), boxOf(cornersOf(heading)));
    const grown = withDrawn(box, strokes, letter);
    return [{ box: grown, texts: [n, ...members.map(({ of }) => of)] }];
  });
}

/** Grown by what is drawn in its rows and reaches out of them a little. */
function withDrawn(box: Box, strokes: readonly Stroke[], letter: number): Box {
  let grown = box;
  const reach = 12 * letter;
  for (const { points } of strokes) {
    const of = boxOf(points);
    const inRows = of.top >= box.top - 3 * letter && of.bottom <= box.bottom + 4 * letter;
    const beside = of.right >= box.left - reach && of.left <= box.right + reach && heightOf(of) < 20 * letter;
    if (inRows && beside && of.left >= box.left - reach && of.right <= box.right + reach) grown = around(grown, of);
  }
  return grown;
}
