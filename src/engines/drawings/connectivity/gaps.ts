import { between, boxOf, distance, grown, type Point, placeOn, toSegment } from '../geometry.ts';
import { boxOfPiece, lengthOf, type Piece, placeIndex } from './piece.ts';

/** A gap in a pipe is at most so wide, in heights of letters. */
const widest = 1.8;
/** Bars of a flange are so long, in heights of letters, and the pipe ends at their middle, within such a part. */
const [shortestBar, longestBar, mostOffMiddle] = [0.4, 4.5, 0.2];
const mostSine = 0.05;

interface End {
  readonly piece: Piece;
  readonly at: Point;
  /** Outwards. */
  readonly way: Point;
}

/**
 * Pieces in the gaps of pipes that go on: between the two bars of a flange, and where a pipe leaves room for another one that
 * it crosses.
 */
export function bridges(pieces: readonly Piece[], letter: number, touch: number): Piece[] {
  const solid = pieces.filter((piece) => !piece.dashed);
  const index = placeIndex(solid, boxOfPiece, 4 * letter);
  const ends = solid.flatMap((piece) => endsOf(piece, 0.3 * letter));
  const places = placeIndex(ends, ({ at }) => boxOf([at]), 4 * letter);
  const found: Piece[] = [];
  const taken = new Set<End>();
  for (const one of ends) {
    if (taken.has(one)) continue;
    const next = opposite(one, places.near(grown(boxOf([one.at]), widest * letter)), widest * letter, touch);
    if (next === undefined || taken.has(next)) continue;
    const around = index.near(grown(boxOf([one.at, next.at]), longestBar * letter));
    if (!isFlange(one, next, around, letter, touch) && !isCrossed(one, next, around, letter, touch)) continue;
    taken.add(one).add(next);
    found.push({ a: one.at, b: next.at, dashed: false });
  }
  return found;
}

function endsOf(piece: Piece, shortest: number): End[] {
  const length = lengthOf(piece);
  if (length < shortest) return [];
  const way = (from: Point, to: Point): Point => [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const { a, b, symbolA, symbolB } = piece;
  return [
    ...(symbolA === undefined ? [{ piece, at: a, way: way(b, a) }] : []),
    ...(symbolB === undefined ? [{ piece, at: b, way: way(a, b) }] : []),
  ];
}

/** The nearest end that faces another one on the same line. */
function opposite({ piece, at, way }: End, ends: readonly End[], most: number, touch: number): End | undefined {
  let best: End | undefined;
  let nearest = most;
  for (const other of ends) {
    const [dx, dy] = [other.at[0] - at[0], other.at[1] - at[1]];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1] - dy * way[0]);
    const faces = way[0] * other.way[0] + way[1] * other.way[1] < -0.99;
    if (other.piece === piece || !faces || aside > touch / 2 || along < touch / 4 || along >= nearest) continue;
    nearest = along;
    best = other;
  }
  return best;
}

const isAcross = (piece: Piece, way: Point): boolean => {
  const length = lengthOf(piece) || 1;
  const [x, y] = [(piece.b[0] - piece.a[0]) / length, (piece.b[1] - piece.a[1]) / length];
  return Math.abs(x * way[0] + y * way[1]) < mostSine;
};

/** Both pipes end at the middle of a bar across them. */
function isFlange(one: End, other: End, around: readonly Piece[], letter: number, touch: number): boolean {
  const hasBar = ({ at, way }: End) =>
    around.some((piece) => {
      const length = lengthOf(piece);
      if (length < shortestBar * letter || length > longestBar * letter || !isAcross(piece, way)) return false;
      const offMiddle = Math.abs(placeOn(piece.a, piece.b, at) - 0.5);
      return offMiddle <= mostOffMiddle && toSegment(piece.a, piece.b, at) < touch;
    });
  return hasBar(one) && hasBar(other);
}

/** Another line goes through the middle of the gap, and nothing else is at the ends. */
function isCrossed(one: End, other: End, around: readonly Piece[], letter: number, touch: number): boolean {
  const middle = between(one.at, other.at, 0.5);
  const goesThrough = around.some(
    (piece) =>
      isAcross(piece, one.way) &&
      toSegment(piece.a, piece.b, middle) < 0.25 * distance(one.at, other.at) &&
      [piece.a, piece.b].every((end) => distance(end, middle) > 0.6 * letter),
  );
  const isFree = ({ piece, at }: End) =>
    !around.some((near) => near !== piece && toSegment(near.a, near.b, at) < touch / 2);
  return goesThrough && isFree(one) && isFree(other);
}
