import { type Box, boxOf, centerOf, distance, grown, largerSide, type Point, toSegment } from '../geometry.ts';
import type { Stroke } from '../sheet.ts';
import { placeIndex } from './piece.ts';

/** A small mark across a line, which says what kind of line it is. */
export interface Tick {
  readonly at: Point;
  readonly shape: 'rising' | 'falling' | 'angle';
}

/** In heights of letters: how large a mark is at most, and how long the line is that it lies on. */
const [largest, longLine] = [1.25, 2];

/** Marks of two or three points that lie across a longer line and hang on nothing; `taken`: their places in the list. */
export function ticksOf(strokes: readonly Stroke[], letter: number): { ticks: Tick[]; taken: ReadonlySet<number> } {
  const ends = placeIndex(
    strokes.flatMap(({ points }, n) => [points[0], points.at(-1)].flatMap((p) => (p ? [{ n, p }] : []))),
    ({ p }) => boxOf([p]),
    4 * letter,
  );
  const lines = placeIndex(
    strokes.flatMap(({ points, dashed }) =>
      points.slice(1).flatMap((b, n) => {
        const a = points[n] ?? b;
        return !dashed && distance(a, b) > longLine * letter ? [{ a, b }] : [];
      }),
    ),
    ({ a, b }): Box => boxOf([a, b]),
    16 * letter,
  );
  const taken = new Set<number>();
  const ticks: Tick[] = [];
  for (const [n, { points, dashed, filled }] of strokes.entries()) {
    const [first, second] = points;
    const last = points.at(-1);
    if (dashed || filled || points.length > 3 || first === undefined || second === undefined || !last) continue;
    const box = boxOf(points);
    if (largerSide(box) > largest * letter || distance(first, last) < 0.1 * letter) continue;
    const isFree = [first, last].every(
      (p) =>
        !ends.near(grown(boxOf([p]), 0.05 * letter)).some((end) => end.n !== n && distance(end.p, p) < 0.05 * letter),
    );
    const at = centerOf(box);
    const crosses = lines
      .near(grown(box, 0.2 * letter))
      .some(
        ({ a, b }) => toSegment(a, b, at) < 0.4 * letter && Math.min(distance(a, at), distance(b, at)) > 0.5 * letter,
      );
    const isAslant = (first[0] - second[0]) * (first[1] - second[1]) !== 0;
    if (!isFree || !crosses || (points.length === 2 && !isAslant)) continue;
    taken.add(n);
    const rising = (second[0] - first[0]) * (second[1] - first[1]) < 0;
    ticks.push({ at, shape: points.length === 3 ? 'angle' : rising ? 'rising' : 'falling' });
  }
  return { ticks, taken };
}

/** What the marks on a line say of it; undefined where there are none. */
export function kindByTicks(path: readonly Point[], ticks: readonly Tick[], dots: readonly Point[], near: number) {
  const isOn = (p: Point) => path.some((b, n) => n > 0 && toSegment(path[n - 1] ?? b, b, p) < near);
  const shapes = ticks.filter(({ at }) => isOn(at)).map(({ shape }) => shape);
  if (shapes.filter((shape) => shape === 'angle').length > 0) return 'hydraulic';
  if (shapes.includes('rising') && shapes.includes('falling')) return 'capillary';
  if (shapes.length > 1) return 'pneumatic';
  return dots.filter(isOn).length > 1 ? 'software' : undefined;
}
