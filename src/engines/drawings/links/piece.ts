import { type Box, distance, type Point } from '../geometry.ts';

/** A straight stretch of a line between symbols. */
export interface Piece {
  readonly a: Point;
  readonly b: Point;
  readonly dashed: boolean;
  /** The symbol that its end lies at, by its place in the list of symbols. */
  readonly symbolA?: number | undefined;
  readonly symbolB?: number | undefined;
}

export const lengthOf = ({ a, b }: Pick<Piece, 'a' | 'b'>): number => distance(a, b);

export const boxOfPiece = ({ a, b }: Pick<Piece, 'a' | 'b'>): Box => ({
  left: Math.min(a[0], b[0]),
  right: Math.max(a[0], b[0]),
  top: Math.min(a[1], b[1]),
  bottom: Math.max(a[1], b[1]),
});

/** Finds things by their place, without looking at all of them. */
export interface PlaceIndex<T> {
  /** What may lie in a box, each once, in the order in which it was given. */
  near(box: Box): T[];
}

/** Of a square of cells; another one with the same key would only have more looked at. */
const keyOf = (x: number, y: number): number => x * 2 ** 26 + y;

export function placeIndex<T>(things: readonly T[], boxOf: (thing: T) => Box, cell: number): PlaceIndex<T> {
  const cells = new Map<number, number[]>();
  const largest: number[] = [];
  const range = (box: Box) => [box.left, box.right, box.top, box.bottom].map((value) => Math.floor(value / cell));
  for (const [n, thing] of things.entries()) {
    const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = range(boxOf(thing));
    if ((x1 - x0 + 1) * (y1 - y0 + 1) > 4096) {
      largest.push(n);
      continue;
    }
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        const list = cells.get(keyOf(x, y));
        if (list) list.push(n);
        else cells.set(keyOf(x, y), [n]);
      }
    }
  }
  return {
    near(box) {
      const found = new Set(largest);
      const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = range(box);
      for (let x = x0; x <= x1; x++) {
        for (let y = y0; y <= y1; y++) for (const n of cells.get(keyOf(x, y)) ?? []) found.add(n);
      }
      return [...found].sort((a, b) => a - b).flatMap((n) => things[n] ?? []);
    },
  };
}
