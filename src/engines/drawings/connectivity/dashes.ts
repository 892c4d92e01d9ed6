import { between, distance, grown, type Point, toSegment } from '../geometry.ts';
import { boxOfPiece, lengthOf, type Piece, placeIndex } from './piece.ts';

const leastDashes = 3;
/** Of the angle between two dashes of one line. */
const mostSine = 0.12;

/**
 * Joins short pieces in a row with gaps between them to dashed lines: so dashes are drawn that no file calls dashed.
 * `letter` is the height of the drawing's letters: dashes are hardly longer than two.
 */
export function joinDashes(pieces: readonly Piece[], letter: number): Piece[] {
  const short = pieces.filter(
    (piece) => !piece.dashed && lengthOf(piece) < 2.2 * letter && lengthOf(piece) > 0.15 * letter,
  );
  const index = placeIndex(short, boxOfPiece, 4 * letter);
  const touching = placeIndex(pieces, boxOfPiece, 4 * letter);
  const free = (piece: Piece, end: Point): boolean =>
    !touching
      .near(grown(boxOfPiece({ a: end, b: end }), 0.1 * letter))
      .some((other) => other !== piece && toSegment(other.a, other.b, end) < 0.12 * letter);
  const taken = new Set<Piece>();
  const lines: Piece[] = [];
  for (const first of short) {
    if (taken.has(first)) continue;
    const chain = [first];
    const used = new Set(chain);
    const grow = (outwards: (piece: Piece) => Point) => {
      for (let end = outwards(first), last = first; free(last, end); ) {
        const next = nextDash(last, end, index.near(grown(boxOfPiece({ a: end, b: end }), 1.4 * letter)), used, letter);
        if (next === undefined || taken.has(next.piece)) return end;
        chain.push(next.piece);
        used.add(next.piece);
        [last, end] = [next.piece, next.far];
      }
      return undefined;
    };
    const [from, to] = [grow(({ a }) => a), grow(({ b }) => b)];
    if (chain.length < leastDashes) continue;
    for (const piece of chain) taken.add(piece);
    lines.push(dashedLine(chain, from, to));
  }
  return [...pieces.filter((piece) => !taken.has(piece)), ...lines];
}

/** The dash that goes on behind a gap, in the same direction. */
function nextDash(last: Piece, end: Point, near: readonly Piece[], used: ReadonlySet<Piece>, letter: number) {
  const start = distance(last.a, end) < distance(last.b, end) ? last.b : last.a;
  const direction = unitOf(start, end);
  let best: { piece: Piece; far: Point; gap: number } | undefined;
  for (const piece of near) {
    if (used.has(piece)) continue;
    const [close, far] = distance(piece.a, end) < distance(piece.b, end) ? [piece.a, piece.b] : [piece.b, piece.a];
    const gap = distance(close, end);
    const longest = Math.max(lengthOf(last), lengthOf(piece));
    if (gap < 0.1 * letter || gap > 1.3 * longest || gap > 1.3 * letter) continue;
    if (!isAhead(direction, end, far) || !isAhead(direction, close, far)) continue;
    if (best === undefined || gap < best.gap) best = { piece, far, gap };
  }
  return best;
}

const unitOf = (a: Point, b: Point): Point => {
  const length = distance(a, b) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
};

function isAhead([ux, uy]: Point, from: Point, to: Point): boolean {
  const [vx, vy] = unitOf(from, to);
  return ux * vx + uy * vy > 0 && Math.abs(ux * vy - uy * vx) < mostSine;
}

/** From one end of a chain to the other, with the symbols that its outermost dashes lie at. */
function dashedLine(chain: readonly Piece[], ...ends: readonly (Point | undefined)[]): Piece {
  const points = chain.flatMap(({ a, b }) => [a, b]);
  const [start = [0, 0]] = points;
  const farthest = (from: Point) =>
    points.reduce((best, p) => (distance(from, p) > distance(from, best) ? p : best), from);
  const a = ends[0] ?? farthest(farthest(start));
  const b = farthest(a);
  const symbolAt = (end: Point) =>
    chain.flatMap((piece) =>
      distance(piece.a, end) < 1e-6 ? [piece.symbolA] : distance(piece.b, end) < 1e-6 ? [piece.symbolB] : [],
    )[0];
  return { a, b, dashed: true, symbolA: symbolAt(a), symbolB: symbolAt(b) };
}

/** Lets dashed lines that end in a gap reach what lies ahead, at most `reach` away. */
export function extendDashes(
  pieces: readonly Piece[],
  targets: readonly Piece[],
  symbolAt: SymbolAhead,
  reach: number,
): Piece[] {
  const index = placeIndex(targets, boxOfPiece, 4 * reach);
  const extend = (from: Point, end: Point): { end: Point; symbol: number | undefined } => {
    const direction = unitOf(from, end);
    const tip: Point = [end[0] + reach * direction[0], end[1] + reach * direction[1]];
    const symbol = symbolAt(end, tip);
    let nearest = symbol?.t ?? 2;
    for (const target of index.near(boxOfPiece({ a: end, b: tip }))) {
      const t = crossing(end, tip, target);
      if (t !== undefined && t < nearest) nearest = t;
    }
    if (nearest > 1) return { end, symbol: undefined };
    return { end: between(end, tip, nearest), symbol: nearest === symbol?.t ? symbol.symbol : undefined };
  };
  return pieces.map((piece) => {
    const a = piece.symbolA === undefined ? extend(piece.b, piece.a) : { end: piece.a, symbol: piece.symbolA };
    const b = piece.symbolB === undefined ? extend(piece.a, piece.b) : { end: piece.b, symbol: piece.symbolB };
    return { ...piece, a: a.end, b: b.end, symbolA: a.symbol, symbolB: b.symbol };
  });
}

/** Without the dashes that touch what a dashed line leads to, and so were taken for lines of their own. */
export const withoutCovered = (pieces: readonly Piece[], lines: readonly Piece[], near: number): Piece[] =>
  pieces.filter(
    ({ a, b, dashed }) => dashed || !lines.some((line) => [a, b].every((p) => toSegment(line.a, line.b, p) <= near)),
  );

export type SymbolAhead = (from: Point, to: Point) => { readonly t: number; readonly symbol: number } | undefined;

/** Where the way from–to meets a piece, in parts of the way. */
function crossing(from: Point, to: Point, { a, b }: Piece): number | undefined {
  const [rx, ry, sx, sy] = [to[0] - from[0], to[1] - from[1], b[0] - a[0], b[1] - a[1]];
  const det = rx * sy - ry * sx;
  if (Math.abs(det) < 1e-9) return undefined;
  const [qx, qy] = [a[0] - from[0], a[1] - from[1]];
  const [t, u] = [(qx * sy - qy * sx) / det, (qx * ry - qy * rx) / det];
  return t >= -0.05 && t <= 1 && u >= -0.01 && u <= 1.01 ? Math.max(0, t) : undefined;
}
