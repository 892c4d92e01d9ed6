import type { Point } from '../geometry.ts';
import type { Piece } from './piece.ts';

const sameLine = 0.75;

/** Makes one piece of pieces that lie on each other or go on in each other; what is slanted only loses its doubles. */
export function mergePieces(pieces: readonly Piece[]): Piece[] {
  const rows = new Map<string, Piece[]>();
  const slanted = new Map<string, Piece>();
  for (const piece of pieces) {
    if (piece.a[0] === piece.b[0] && piece.a[1] === piece.b[1]) continue;
    const axis = axisOf(piece);
    if (axis === undefined) {
      slanted.set(placeKey(piece), piece);
      continue;
    }
    const key = `${axis} ${piece.dashed}`;
    const row = rows.get(key);
    if (row) row.push(piece);
    else rows.set(key, [piece]);
  }
  return [
    ...slanted.values(),
    ...[...rows.entries()].flatMap(([key, row]) => mergeRow(row, key.startsWith('0') ? 0 : 1)),
  ];
}

/** The same for pieces that lie on each other, to the pixel. */
function placeKey({ a, b, dashed }: Piece): string {
  const [ax, ay, bx, by] = [Math.round(a[0]), Math.round(a[1]), Math.round(b[0]), Math.round(b[1])];
  const isForward = ax < bx || (ax === bx && ay <= by);
  return isForward ? `${ax},${ay} ${bx},${by} ${dashed}` : `${bx},${by} ${ax},${ay} ${dashed}`;
}

const axisOf = ({ a, b }: Piece): 0 | 1 | undefined =>
  Math.abs(a[1] - b[1]) <= sameLine ? 0 : Math.abs(a[0] - b[0]) <= sameLine ? 1 : undefined;

/** Pieces along one axis (0: x); those that are on one line are next to each other once sorted. */
function mergeRow(row: readonly Piece[], axis: 0 | 1): Piece[] {
  const other = axis === 0 ? 1 : 0;
  const across = (p: Piece) => (p.a[other] + p.b[other]) / 2;
  const forward = row.map((p) => (p.a[axis] <= p.b[axis] ? p : turned(p)));
  forward.sort((p, q) => across(p) - across(q) || p.a[axis] - q.a[axis]);
  const merged: Piece[] = [];
  let from = 0;
  for (let at = 1; at <= forward.length; at++) {
    const [before, piece] = [forward[at - 1], forward[at]];
    if (piece && before && across(piece) - across(before) <= sameLine) continue;
    for (const one of mergeLine(forward.slice(from, at), axis)) merged.push(one);
    from = at;
  }
  return merged;
}

const turned = (p: Piece): Piece => ({ ...p, a: p.b, b: p.a, symbolA: p.symbolB, symbolB: p.symbolA });

function mergeLine(pieces: readonly Piece[], axis: 0 | 1): Piece[] {
  const merged: Piece[] = [];
  for (const piece of [...pieces].sort((p, q) => p.a[axis] - q.a[axis])) {
    const last = merged.at(-1);
    // what ends at a symbol goes on on its other side only as another piece
    const goesOn =
      last && piece.a[axis] <= last.b[axis] + sameLine && last.symbolB === undefined && piece.symbolA === undefined;
    if (last && goesOn) {
      const width = widest(last, piece);
      if (piece.b[axis] > last.b[axis])
        merged[merged.length - 1] = { ...last, b: levelled(piece.b, last.b, axis), symbolB: piece.symbolB, width };
      else if (width !== last.width) merged[merged.length - 1] = { ...last, width };
    } else if (!(last && piece.b[axis] <= last.b[axis])) merged.push(piece);
  }
  return merged;
}

const widest = (a: Piece, b: Piece): number | undefined =>
  a.width === undefined || b.width === undefined ? (a.width ?? b.width) : Math.max(a.width, b.width);

/** So that a long line does not lean. */
const levelled = (end: Point, other: Point, axis: 0 | 1): Point =>
  axis === 0 ? [end[0], other[1]] : [other[0], end[1]];
