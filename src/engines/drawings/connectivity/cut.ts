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
  const cut: Piece[] = [];
  for (const piece of pieces) {
    const around = boxOfPiece(piece);
    const stretches: Stretch[] = [];
    for (const { at, hull, box } of index.near(around)) {
      const inside = meet(box, around) ? insideHull(hull, touch, piece.a, piece.b) : undefined;
      if (inside) stretches.push({ at, from: inside[0], to: inside[1] });
    }
    if (stretches.length === 0) cut.push(piece);
    else for (const rest of remains(piece, stretches)) if (lengthOf(rest) > touch / 2) cut.push(rest);
  }
  return cut;
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
  for (const { at, from: begin, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    if (begin > from) rest.push({ ...piece, a: point(from), b: point(begin), symbolA, symbolB: at });
    if (to > from) [from, symbolA] = [to, at];
  }
  if (from < 1) rest.push({ ...piece, a: point(from), symbolA });
  return rest;
}
