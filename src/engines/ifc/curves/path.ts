import {
  axisOf,
  between,
  cross,
  distance,
  frame,
  identity,
  type Matrix,
  minus,
  multiply,
  unit,
  type Vector,
} from '../../matrix.ts';

/** A curve in space that things stand along, in the units of the file. */
export interface Path {
  readonly length: number;
  /** Distances at which its pieces begin and end, ascending. */
  readonly breaks: readonly number[];
  /**
   * The place at a distance, with axes along the curve (x), to the left of it (y) and up (z). Straight on before the
   * begin and behind the end.
   */
  at(distance: number): Matrix;
}

/** The axes of a direction of travel: to the left is horizontal. */
export function alongside(tangent: Vector, place: Vector): Matrix {
  const left = unit(cross([0, 0, 1], tangent)) ?? [0, 1, 0];
  return frame(tangent, left, cross(tangent, left), place);
}

const none: Vector = [0, 0, 0];

/** Along points that are joined by lines. */
export function pathAlong(points: readonly Vector[]): Path | undefined {
  const breaks = [0];
  for (const [n, point] of points.entries())
    if (n > 0) breaks.push((breaks[n - 1] ?? 0) + distance(point, points[n - 1] ?? point));
  const length = breaks.at(-1) ?? 0;
  if (!(length > 0)) return undefined;
  return {
    length,
    breaks,
    at(wanted) {
      const n = edgeAt(breaks, wanted);
      const a = points[n] ?? none;
      const b = points[n + 1] ?? a;
      const [from, to] = [breaks[n] ?? 0, breaks[n + 1] ?? 0];
      return alongside(unit(minus(b, a)) ?? [1, 0, 0], between(a, b, (wanted - from) / (to - from || 1)));
    },
  };
}

/** The edge on which a distance lies: one that has a length. */
function edgeAt(breaks: readonly number[], wanted: number): number {
  let [low, high] = [0, breaks.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((breaks[middle] ?? 0) <= wanted) low = middle;
    else high = middle - 1;
  }
  while (low > 0 && breaks[low] === breaks[low + 1]) low--;
  return low;
}

/** Moved aside and up from another path, by what is told for its distances. */
export function offsetPath(base: Path, offsets: readonly { readonly at: number; readonly by: Vector }[]): Path {
  const by = (wanted: number): Vector => {
    const next = offsets.findIndex(({ at }) => at > wanted);
    const [a, b] = [offsets[next === -1 ? offsets.length - 1 : next - 1], offsets[next]];
    if (a === undefined || b === undefined) return (a ?? b)?.by ?? [0, 0, 0];
    return between(a.by, b.by, (wanted - a.at) / (b.at - a.at || 1));
  };
  return { ...base, at: (wanted) => multiply(base.at(wanted), shift(by(wanted))) };
}

export const shift = (by: Vector): Matrix => frame([1, 0, 0], [0, 1, 0], [0, 0, 1], by);
/** Turned about the x axis, to the left side down by an angle that is positive. */
export function rolled(angle: number): Matrix {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return angle === 0 ? identity : frame([1, 0, 0], [0, c, -s], [0, s, c], [0, 0, 0]);
}

const mostHalvings = 10;

/**
 * Distances between two, so near each other that the path is nowhere further from the chord than allowed; those at
 * which its pieces meet are among them.
 */
export function stationsOf(path: Path, from: number, to: number, allowed: number): readonly number[] {
  const marks = [from, ...path.breaks.filter((at) => at > from && at < to), to];
  const place = (at: number) => axisOf(path.at(at), 3);
  const halved = (a: number, b: number, depth: number): number[] => {
    const off = (share: number) => distance(place(a + share * (b - a)), between(place(a), place(b), share));
    // an inflection may lie in the middle
    if (depth >= mostHalvings || Math.max(off(0.5), off(0.25)) <= allowed) return [b];
    return [...halved(a, (a + b) / 2, depth + 1), ...halved((a + b) / 2, b, depth + 1)];
  };
  return [from, ...marks.slice(1).flatMap((mark, n) => halved(marks[n] ?? from, mark, 0))];
}
