import type { Box, Point } from '../geometry.ts';
import type { Stroke } from '../sheet.ts';

/** A level or upright stretch: `at` is where it lies across, `from` and `to` where it begins and ends along. */
export interface Segment {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** All level and all upright lines of a sheet; those that go on in each other are one. */
export interface Segments {
  readonly level: readonly Segment[];
  readonly upright: readonly Segment[];
}

/** Of a line that counts as level or upright. */
const mostLean = 0.01;

/** `near`: how far the ends of one line may lie apart, and how far it may lie aside. `shortest`: what is shorter is left out. */
export function segmentsOf(strokes: readonly Stroke[], near: number, shortest: number): Segments {
  const level: Segment[] = [];
  const upright: Segment[] = [];
  for (const { points, dashed } of strokes) {
    if (dashed) continue;
    for (let n = 1; n < points.length; n++) {
      const [a, b] = [points[n - 1], points[n]];
      if (a === undefined || b === undefined) continue;
      const [dx, dy] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
      if (dx >= shortest && dy <= mostLean * dx) level.push(along(a, b, 0));
      else if (dy >= shortest && dx <= mostLean * dy) upright.push(along(a, b, 1));
    }
  }
  return { level: merged(level, near), upright: merged(upright, near) };
}

function along(a: Point, b: Point, axis: 0 | 1): Segment {
  const across = axis === 0 ? 1 : 0;
  const [p, q] = [a[axis], b[axis]];
  return { at: (a[across] + b[across]) / 2, from: Math.min(p, q), to: Math.max(p, q) };
}

function merged(segments: readonly Segment[], near: number): Segment[] {
  const sorted = [...segments].sort((a, b) => a.at - b.at || a.from - b.from);
  const found: Segment[] = [];
  for (let first = 0; first < sorted.length; ) {
    let end = first + 1;
    const begin = sorted[first]?.at ?? 0;
    while (end < sorted.length && (sorted[end]?.at ?? 0) - begin <= near / 2) end++;
    const row = sorted.slice(first, end).sort((a, b) => a.from - b.from);
    let last: Segment | undefined;
    for (const one of row) {
      if (last !== undefined && one.from <= last.to + near / 2) last = { ...last, to: Math.max(last.to, one.to) };
      else {
        if (last) found.push(last);
        last = one;
      }
    }
    if (last) found.push(last);
    first = end;
  }
  return found;
}

/** Whether a stretch reaches from one place to another. */
export const spans = ({ from, to }: Segment, a: number, b: number, near: number): boolean =>
  from <= Math.min(a, b) + near && to >= Math.max(a, b) - near;

/** A line that is made of segments around a box. */
export const closes = ({ left, top, right, bottom }: Box, { level, upright }: Segments, near: number): boolean =>
  [top, bottom].every((y) => level.some((one) => Math.abs(one.at - y) <= near && spans(one, left, right, near))) &&
  [left, right].every((x) => upright.some((one) => Math.abs(one.at - x) <= near && spans(one, top, bottom, near)));
