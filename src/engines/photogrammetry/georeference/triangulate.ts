import { type Camera, directionOf, type Pose, project } from '../../geometry/camera.ts';
import { lengthOf, medianOf, minus, plus, times, transposed, turned } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { solve } from '../geometry/solve.ts';

/** A place in a photo. */
export interface Sight {
  readonly camera: Camera;
  readonly pose: Pose;
  readonly x: number;
  readonly y: number;
}

const rounds = 8;
/** Pixels, or medians of what sights are off, whichever is more: beyond, a sight is a mistake. */
const gross = { pixels: 4, medians: 4 } as const;

/** Where sights meet; undefined when fewer than two do. Single sights that are wrong are left out. */
export function triangulated(sights: readonly Sight[]): Vector | undefined {
  const first = sights.length > 2 ? likeliest(sights) : meetingOf(sights);
  if (first === undefined || sights.length <= 2) return first;
  const off = sights.map((sight) => missBy(sight, first));
  const bound = Math.max(gross.pixels, gross.medians * medianOf(off));
  return meetingOf(sights.filter((_, n) => (off[n] ?? 0) <= bound)) ?? first;
}

/** Of the meetings of two sights the one that the others miss least. */
function likeliest(sights: readonly Sight[]): Vector | undefined {
  let best: { readonly place: Vector; readonly median: number } | undefined;
  for (const [n, one] of sights.entries()) {
    for (const other of sights.slice(n + 1)) {
      const place = meetingOf([one, other]);
      if (place === undefined) continue;
      const median = medianOf(sights.map((sight) => missBy(sight, place)));
      if (best === undefined || median < best.median) best = { place, median };
    }
  }
  return best?.place;
}

/** Pixels between where a photo shows a place and where it should. */
export function missBy({ camera, pose, x, y }: Sight, place: Vector): number {
  const pixel = project(camera, pose, place);
  return pixel === undefined ? Number.POSITIVE_INFINITY : Math.hypot(pixel[0] - x, pixel[1] - y);
}

/** The place with the least squares of distances from the rays, weighted to pixels. */
function meetingOf(sights: readonly Sight[]): Vector | undefined {
  if (sights.length < 2) return undefined;
  const rays = sights.map(({ camera, pose, x, y }) => {
    const [a, b] = directionOf(camera, x, y);
    const way = turned(transposed(pose.rotation), [a, b, 1]);
    return { centre: pose.centre, way: times(way, 1 / lengthOf(way)), focal: camera.focal };
  });
  const base = rays[0]?.centre ?? [0, 0, 0];
  let place: Vector | undefined;
  for (let round = 0; round < rounds; round++) {
    const a = [0, 1, 2].map(() => [0, 0, 0]);
    const b = [0, 0, 0];
    for (const { centre, way, focal } of rays) {
      const weight = place === undefined ? 1 : (focal / lengthOf(minus(plus(base, place), centre))) ** 2;
      addRay(a, b, minus(centre, base), way, weight);
    }
    const [x, y, z] = solve(a, b) ?? [];
    if (x === undefined || y === undefined || z === undefined) return undefined;
    place = [x, y, z];
  }
  return place === undefined ? undefined : plus(base, place);
}

/** Adds what a ray asks for: no part across its way. */
function addRay(a: number[][], b: number[], centre: Vector, way: Vector, weight: number): void {
  for (let i = 0; i < 3; i++) {
    const row = a[i];
    if (row === undefined) continue;
    for (let j = 0; j < 3; j++) {
      const part = weight * ((i === j ? 1 : 0) - (way[i] ?? 0) * (way[j] ?? 0));
      row[j] = (row[j] ?? 0) + part;
      b[i] = (b[i] ?? 0) + part * (centre[j] ?? 0);
    }
  }
}
