import { between, distance, type Vector } from '../../matrix.ts';

/** A part of a curve whose points are evenly spaced in its parameter; in the units of the file. */
export interface Piece {
  /** How far the parameter runs along it. */
  readonly range: number;
  readonly points: readonly Vector[];
}

export const rangeOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { range }) => sum + range, 0);

export const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { points }) => {
    for (const [n, point] of points.entries()) if (n > 0) sum += distance(point, points[n - 1] ?? point);
    return sum;
  }, 0);

/** The parts of the pieces between two parameters, each with its own. */
export function clipped(pieces: readonly Piece[], from: number, to: number): readonly Piece[] {
  const found: Piece[] = [];
  let before = 0;
  for (const { range, points } of pieces) {
    const steps = points.length - 1;
    const [low, high] = [Math.max(from - before, 0), Math.min(to - before, range)];
    before += range;
    if (high <= low) continue;
    const [first, last] = [(steps * low) / range, (steps * high) / range];
    const inner = Array.from({ length: steps + 1 }, (_, n) => n).filter((n) => n > first && n < last);
    found.push({ range: high - low, points: [first, ...inner, last].map((place) => pointAt(points, place)) });
  }
  return found;
}

function pointAt(points: readonly Vector[], place: number): Vector {
  const a = points[Math.floor(place)] ?? [0, 0, 0];
  const b = points[Math.ceil(place)] ?? a;
  return between(a, b, place - Math.floor(place));
}

/** The place at a parameter; undefined beyond the ends. */
export function pieceAt(pieces: readonly Piece[], wanted: number): Vector | undefined {
  const whole = rangeOf(pieces);
  const slack = 1e-9 * whole;
  if (!(wanted >= -slack && wanted <= whole + slack)) return undefined;
  let before = 0;
  for (const { range, points } of pieces) {
    if (wanted <= before + range + slack && range > 0) {
      const share = Math.min(1, Math.max(0, (wanted - before) / range));
      return pointAt(points, share * (points.length - 1));
    }
    before += range;
  }
  return undefined;
}

/** The points of the pieces that are not `near` each other: pieces do not always meet exactly. */
export function pointsAlong(pieces: readonly Piece[], near: number): readonly Vector[] {
  const distinct: Vector[] = [];
  for (const { points } of pieces)
    for (const point of points) if (distance(point, distinct.at(-1) ?? [Infinity, 0, 0]) > near) distinct.push(point);
  return distinct;
}

export const reversed = ({ range, points }: Piece): Piece => ({ range, points: points.toReversed() });
