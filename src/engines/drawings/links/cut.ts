import { type Box, between, boxOf, grown, insideHull, meet, type Point } from '../geometry.ts';
import { boxOfPiece, lengthOf, type Piece, placeIndex } from './piece.ts';

/** What lines end at. */
export interface Obstacle {
  readonly hull: readonly Point[];
}

interface Place {
  readonly at: number;
  readonly hull: readonly Point[];
  readonly box: Box;
}

/** Takes away what of the pieces lies on or in a symbol, and notes at the new ends which symbol that was. */
export function cutAtSymbols(pieces: readonly Piece[], symbols: readonly Obstacle[], touch: number): Piece[] {
  const places = symbols.map(({ hull }, at): Place => ({ at, hull, box: grown(boxOf(hull), touch) }));
  const index = placeIndex(places, ({ box }) => box, 64 * touch);
  return pieces.flatMap((piece) => {
    const stretches = index
      .near(boxOfPiece(piece))
      .filter(({ box }) => meet(box, boxOfPiece(piece)))
      .flatMap(({ at, hull }) => {
        const inside = insideHull(hull, touch, piece.a, piece.b);
        return inside ? [{ at, from: inside[0], to: inside[1] }] : [];
      })
      .sort((one, other) => one.from - other.from);
    return stretches.length === 0 ? [piece] : remains(piece, stretches).filter((rest) => lengthOf(rest) > touch / 2);
  });
}

interface Stretch {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

function remains(piece: Piece, stretches: readonly Stretch[]): Piece[] {
  const rest: Piece[] = [];
  let from = 0;
  let symbolA = piece.symbolA;
  const point = (t: number): Point => (t === 0 ? piece.a : t === 1 ? piece.b : between(piece.a, piece.b, t));
  for (const { at, from: begin, to } of stretches) {
    if (begin > from) rest.push({ ...piece, a: point(from), b: point(begin), symbolA, symbolB: at });
    if (to > from) [from, symbolA] = [to, at];
  }
  if (from < 1) rest.push({ ...piece, a: point(from), symbolA });
  return rest;
}
