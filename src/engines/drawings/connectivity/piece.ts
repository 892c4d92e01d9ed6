import { type Box, distance, type Point } from '../geometry.ts';

/** A straight stretch of a line between symbols. */
export interface Piece {
  readonly a: Point;
  readonly b: Point;
  readonly dashed: boolean;
  /** Of its line; undefined where nobody measured it. */
  readonly width?: number | undefined;
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
const keyOf = (x: number, y: number): number => Math.imul(x, 0x9e3779b1) ^ y;

export function placeIndex<T>(things: readonly T[], boxOf: (thing: T) => Box, cell: number): PlaceIndex<T> {
  const cells = new Map<number, number[]>();
  const largest: number[] = [];
  const cellOf = (value: number) => Math.floor(value / cell);
  for (const [n, thing] of things.entries()) {
    const { left, right, top, bottom } = boxOf(thing);
    const [x0, x1, y0, y1] = [cellOf(left), cellOf(right), cellOf(top), cellOf(bottom)];
    if ((x1 - x0 + 1) * (y1 - y0 + 1) > 4096) {
      largest.push(n);
      continue;
    }
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        const list = cells.get(keyOf(x, y));
        if (list === undefined) cells.set(keyOf(x, y), [n]);
        else if (list.at(-1) !== n) list.push(n);
      }
    }
  }
  return {
    near({ left, right, top, bottom }) {
      const lists = largest.length === 0 ? [] : [largest];
      const [x1, y0, y1] = [cellOf(right), cellOf(top), cellOf(bottom)];
      for (let x = cellOf(left); x <= x1; x++) {
        for (let y = y0; y <= y1; y++) {
          const list = cells.get(keyOf(x, y));
          if (list !== undefined) lists.push(list);
        }
      }
      const [first = []] = lists;
      const found = lists.length < 2 ? first : [...new Set(lists.flat())].sort((a, b) => a - b);
      return found.flatMap((n) => things[n] ?? []);
    },
  };
}
