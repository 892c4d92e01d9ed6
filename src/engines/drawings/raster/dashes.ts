import { grown, heightOf, widthOf } from '../geometry.ts';
import { type Piece, placeIndex } from '../links/piece.ts';
import type { Component } from './components.ts';

/** Dashes in a row: the line that they are, and the ink that it is of. */
export interface DashedLine {
  readonly piece: Piece;
  readonly parts: readonly Component[];
  /** From dash to dash. */
  readonly pitch: number;
}

/** Finds dashed lines along the axes of the sheet; two dashes are enough, for the outermost often touch what they lead to. */
export function dashedLines(components: readonly Component[], letter: number, thickness: number): DashedLine[] {
  return [false, true].flatMap((vertical) => linesAlong(components, letter, thickness, vertical));
}

function linesAlong(
  components: readonly Component[],
  letter: number,
  thickness: number,
  vertical: boolean,
): DashedLine[] {
  const along = ({ box }: Component) => (vertical ? heightOf(box) : widthOf(box));
  const across = ({ box }: Component) => (vertical ? widthOf(box) : heightOf(box));
  const start = ({ box }: Component) => (vertical ? box.top : box.left);
  const end = ({ box }: Component) => (vertical ? box.bottom : box.right);
  const middle = ({ box }: Component) => (vertical ? box.left + box.right : box.top + box.bottom) / 2;
  const dashes = components
    .filter((one) => across(one) <= 1.8 * thickness + 1 && along(one) >= 2 * across(one) && along(one) <= 4 * letter)
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
        .filter((one) => !taken.has(one) && start(one) > end(from) && Math.abs(middle(one) - middle(from)) <= thickness)
        .filter(
          (one) =>
            start(one) - end(from) <= 1.4 * along(first) &&
            along(one) < 1.5 * along(first) &&
            along(one) > 0.5 * along(first),
        )
        .sort((a, b) => start(a) - start(b))[0];
      if (next) parts.push(next);
      last = next;
    }
    if (parts.length < 2) return [];
    for (const part of parts) taken.add(part);
    const at = parts.reduce((sum, part) => sum + middle(part), 0) / parts.length;
    const [from, to] = [start(first), end(parts.at(-1) ?? first)];
    const piece: Piece = vertical
      ? { a: [at, from], b: [at, to], dashed: true }
      : { a: [from, at], b: [to, at], dashed: true };
    return [{ piece, parts, pitch: (to - from) / (parts.length - 0.5) }];
  });
}
