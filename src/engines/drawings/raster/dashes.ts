import { type BinaryBitmap, isInked } from '../bitmap/bitmap.ts';
import type { Component } from '../bitmap/components.ts';
import { type Piece, placeIndex } from '../connectivity/piece.ts';
import { type Box, centerOf, grown, heightOf, widthOf } from '../geometry.ts';

/** Dashes in a row: the line that they are, and the ink that it is of. */
export interface DashedLine {
  readonly piece: Piece;
  readonly parts: readonly Component[];
  /** From dash to dash. */
  readonly pitch: number;
}

/** How broad a dash is at most, in cells. */
const broadest = ({ thickness }: BinaryBitmap): number => 1.8 * thickness + 1;
/** Of a dash: how wide the gap beside it is, and how long what follows must go on as narrow as a dash. */
const [leastGap, mostGap, leastNext] = [0.2, 1.4, 0.3];

/**
 * Finds dashed lines along the axes of the sheet. Two dashes are enough, for the outermost often touch what they lead to;
 * one is, where others go on behind the gaps on both sides.
 */
export function dashedLines(ink: BinaryBitmap, components: readonly Component[], letter: number): DashedLine[] {
  return [false, true].flatMap((vertical) => linesAlong(ink, components, letter, vertical));
}

function linesAlong(
  ink: BinaryBitmap,
  components: readonly Component[],
  letter: number,
  vertical: boolean,
): DashedLine[] {
  const along = ({ box }: Component) => (vertical ? heightOf(box) : widthOf(box));
  const across = ({ box }: Component) => (vertical ? widthOf(box) : heightOf(box));
  const start = ({ box }: Component) => (vertical ? box.top : box.left);
  const end = ({ box }: Component) => (vertical ? box.bottom : box.right);
  const middle = ({ box }: Component) => (vertical ? box.left + box.right : box.top + box.bottom) / 2;
  const dashes = components
    .filter((one) => across(one) <= broadest(ink) && along(one) >= 2 * across(one) && along(one) <= 4 * letter)
    .filter((one) => one.area > 0.7 * along(one) * across(one))
    .sort((a, b) => start(a) - start(b) || middle(a) - middle(b));
  const index = placeIndex(dashes, ({ box }) => box, 4 * letter);
  const taken = new Set<Component>();
  return dashes.flatMap((first): DashedLine[] => {
    if (taken.has(first)) return [];
    const parts = [first];
    for (let last: Component | undefined = first; last !== undefined; ) {
      const from: Component = last;
      const next: Component | undefined = index
        .near(grown(from.box, 1.5 * along(from)))
        .filter(
          (one) => !taken.has(one) && start(one) > end(from) && Math.abs(middle(one) - middle(from)) <= ink.thickness,
        )
        .filter(
          (one) =>
            start(one) - end(from) <= mostGap * along(first) &&
            along(one) < 1.5 * along(first) &&
            along(one) > 0.5 * along(first),
        )
        .sort((a, b) => start(a) - start(b))[0];
      if (next) parts.push(next);
      last = next;
    }
    if (parts.length < 2 && !isBetweenDashes(first.box, ink, vertical)) return [];
    for (const part of parts) taken.add(part);
    const at = parts.reduce((sum, part) => sum + middle(part), 0) / parts.length;
    const [from, to] = [start(first), end(parts.at(-1) ?? first)];
    const piece: Piece = vertical
      ? { a: [at, from], b: [at, to], dashed: true }
      : { a: [from, at], b: [to, at], dashed: true };
    return [{ piece, parts, pitch: (to - from) / (parts.length - 0.5) }];
  });
}

/** Whether a line as narrow as a dash goes on behind a gap on either side of it. */
function isBetweenDashes(box: Box, ink: BinaryBitmap, vertical: boolean): boolean {
  const [x, y] = centerOf(box);
  const length = vertical ? heightOf(box) : widthOf(box);
  const beside = Math.ceil(broadest(ink));
  /** So many cells away from an end of the dash, and so many aside of its middle. */
  const isInkAt = (way: 1 | -1, out: number, off: number): boolean => {
    const [end, from] = vertical ? [box.bottom, box.top] : [box.right, box.left];
    const along = way > 0 ? end + out : from - 1 - out;
    const [cx, cy] = vertical ? [Math.floor(x + off), along] : [along, Math.floor(y + off)];
    return cx >= 0 && cy >= 0 && cx < ink.width && cy < ink.height && isInked(ink, cx, cy);
  };
  return ([1, -1] as const).every((way) => {
    let gap = 0;
    while (gap <= mostGap * length && !isInkAt(way, gap, 0)) gap++;
    if (gap < leastGap * length || gap > mostGap * length) return false;
    const next = Array.from({ length: Math.ceil(leastNext * length) }, (_, n) => gap + n);
    return next.every((out) => isInkAt(way, out, 0) && !isInkAt(way, out, beside) && !isInkAt(way, out, -beside));
  });
}
