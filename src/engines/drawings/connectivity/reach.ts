import { boxOf, grown, insideHull, type Point } from '../geometry.ts';
import type { Obstacle } from './cut.ts';
import type { SymbolAhead } from './dashes.ts';
import { boxOfPiece, placeIndex } from './piece.ts';

/** Finds the first symbol on a way. */
export function symbolAhead(symbols: readonly Obstacle[], touch: number): SymbolAhead {
  const places = symbols.map(({ hull }, symbol) => ({ hull, symbol, box: grown(boxOf(hull), touch) }));
  const index = placeIndex(places, ({ box }) => box, 64 * touch);
  return (from: Point, to: Point) => {
    let best: ReturnType<SymbolAhead>;
    for (const { hull, symbol } of index.near(boxOfPiece({ a: from, b: to }))) {
      const t = insideHull(hull, touch, from, to)?.[0];
      if (t !== undefined && t < (best?.t ?? 2)) best = { t, symbol };
    }
    return best;
  };
}
