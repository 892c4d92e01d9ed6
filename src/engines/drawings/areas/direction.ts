import { boxOf, centerOf, type Point } from '../geometry.ts';
import { cornersOf, type SheetText } from '../sheet.ts';

/** How a sheet is read: most of its texts run that way, and lines follow each other across it. */
export interface Reading {
  along(place: Point): number;
  down(place: Point): number;
}

/** The direction in which most letters run, of the four that sheets are turned by. */
export function readingOf(texts: readonly SheetText[]): Reading {
  const counts = [0, 0, 0, 0];
  for (const { start, end, text } of texts) {
    const turn = Math.round(Math.atan2(end[1] - start[1], end[0] - start[0]) / (Math.PI / 2));
    const quarter = ((turn % 4) + 4) % 4;
    counts[quarter] = (counts[quarter] ?? 0) + text.length;
  }
  const quarter = counts.indexOf(Math.max(...counts));
  const [ux, uy] = [[1, 0] as const, [0, 1] as const, [-1, 0] as const, [0, -1] as const][quarter] ?? [1, 0];
  return { along: ([x, y]) => ux * x + uy * y, down: ([x, y]) => ux * y - uy * x };
}

export const middleOf = (text: SheetText): Point => centerOf(boxOf(cornersOf(text)));
