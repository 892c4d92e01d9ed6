import { seenFrom } from '../../geometry/camera.ts';
import { lengthOf, minus, quantileOf } from '../../geometry/vectors.ts';
import { dot, type Vector } from '../../matrix.ts';
import type { Tie } from '../block.ts';
import type { Range } from './depth-map.ts';
import type { View } from './view.ts';

/** What the depth map of a view is made with. */
export interface Surroundings {
  /** Places in the list of views, the best first. */
  readonly neighbours: readonly number[];
  readonly range: Range;
}

/** Degrees between the rays to a point: below, depths are uncertain; above, pictures differ too much. */
const good = { least: 8, most: 22, end: 50 } as const;
const mostTies = 4000;
const leastTies = 12;

/** Which views show the same places from well-chosen sides, and how far away those places are. */
export function surroundingsOf(views: readonly View[], ties: readonly Tie[], most: number): Surroundings[] {
  const scores = views.map(() => new Float64Array(views.length));
  const placeOf = new Map(views.map((view, n) => [view.photo, n]));
  const every = Math.max(1, Math.floor(ties.length / mostTies));
  const depths: number[][] = views.map(() => []);
  for (const [n, { place, seenBy }] of ties.entries()) {
    const at = seenBy.flatMap((photo) => placeOf.get(photo) ?? []);
    for (const one of at) note(views[one], place, depths[one]);
    if (n % every === 0) addScores(views, at, place, scores);
  }
  const whole = rangeOf(depths.flat());
  return views.map((_, n) => ({
    neighbours: bestOf(scores[n], most),
    range: (depths[n]?.length ?? 0) < leastTies ? whole : rangeOf(depths[n] ?? []),
  }));
}

function note(view: View | undefined, place: Vector, depths: number[] | undefined): void {
  if (view !== undefined) depths?.push(seenFrom(view.pose, place)[2]);
}

function addScores(
  views: readonly View[],
  at: readonly number[],
  place: Vector,
  scores: readonly Float64Array[],
): void {
  for (const a of at) {
    for (const b of at) {
      const [one, other, row] = [views[a], views[b], scores[a]];
      if (a !== b && one && other && row) row[b] = (row[b] ?? 0) + worth(one, other, place);
    }
  }
}

function worth(one: View, other: View, place: Vector): number {
  const [a, b] = [minus(place, one.pose.centre), minus(place, other.pose.centre)];
  const [far, near] = [lengthOf(a), lengthOf(b)];
  const angle = (Math.acos(Math.min(1, dot(a, b) / (far * near || 1))) * 180) / Math.PI;
  const bySize = Math.min(far / near, near / far);
  if (angle < good.least) return (angle / good.least) ** 2 * bySize;
  return Math.max(0, Math.min(1, (good.end - angle) / (good.end - good.most))) * bySize;
}

/** Of the best one's worth: a view with less shows nearly nothing of the same, and its silence says nothing. */
const leastShare = 0.2;

function bestOf(scores: Float64Array | undefined, most: number): number[] {
  const bound = leastShare * Math.max(0, ...(scores ?? []));
  const list = Array.from(scores ?? [], (score, at) => ({ score, at })).filter(
    ({ score }) => score > 0 && score >= bound,
  );
  return list
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, most)
    .map(({ at }) => at);
}

function rangeOf(depths: readonly number[]): Range {
  const before = depths.filter((depth) => depth > 0);
  const [near, far] = [quantileOf(before, 0.01), quantileOf(before, 0.99)];
  return { near: 0.85 * near, far: 1.2 * far };
}
