import earcut from 'earcut';
import { plus, scaled, type Vector } from '../../matrix.ts';
import type { Point2, Profile } from '../profiles/rings.ts';
import type { Faces } from './faces.ts';

/** A cross-section where it stands: where its origin is, and its two axes, which need not be of length 1. */
export interface Stand {
  readonly place: Vector;
  readonly x: Vector;
  readonly y: Vector;
}

/**
 * The faces between cross-sections that have the same rings with the same number of points, one after the other; with
 * caps at its ends where it is an area.
 */
export function loft(sections: readonly { readonly profile: Profile; readonly stand: Stand }[]): Faces {
  const points: Vector[] = [];
  const triangles: (readonly [number, number, number])[] = [];
  const starts = sections.map(({ profile, stand }) => {
    const start = points.length;
    for (const [x, y] of profile.rings.flat())
      points.push(plus(stand.place, plus(scaled(stand.x, x), scaled(stand.y, y))));
    return start;
  });
  for (const [n, { profile }] of sections.entries()) {
    const [here, next] = [starts[n] ?? 0, starts[n + 1]];
    if (next !== undefined) triangles.push(...wall(profile, here, next));
  }
  const [first, last] = [sections[0], sections.at(-1)];
  if (first?.profile.closed && last !== undefined) {
    triangles.push(...cap(first.profile, starts[0] ?? 0).map(([a, b, c]) => [a, c, b] as const));
    triangles.push(...cap(last.profile, starts.at(-1) ?? 0));
  }
  return { points, triangles };
}

function wall({ rings, closed }: Profile, here: number, next: number): (readonly [number, number, number])[] {
  const found: (readonly [number, number, number])[] = [];
  let start = 0;
  for (const { length } of rings) {
    for (let n = 0; n < (closed ? length : length - 1); n++) {
      const [a, b] = [start + n, start + ((n + 1) % length)];
      found.push([here + a, here + b, next + b], [here + a, next + b, next + a]);
    }
    start += length;
  }
  return found;
}

/** The area of a profile, against the clock. */
export function cap({ rings }: Profile, start: number): (readonly [number, number, number])[] {
  const points = rings.flat();
  let holes = 0;
  const indices = earcut(
    points.flat(),
    rings.slice(0, -1).map(({ length }) => (holes += length)),
  );
  return Array.from({ length: indices.length / 3 }, (_, n) => {
    const [a = 0, b = 0, c = 0] = indices.slice(3 * n, 3 * n + 3);
    return turns(points[a], points[b], points[c])
      ? [start + a, start + b, start + c]
      : [start + a, start + c, start + b];
  });
}

function turns(a: Point2 = [0, 0], b: Point2 = [0, 0], c: Point2 = [0, 0]): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}
