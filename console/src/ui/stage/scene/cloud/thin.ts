import type { Points } from 'three';
import { countOf } from './points.ts';

/** Pixels between points that are near enough, and that are too far. */
const [finestError, coarsestError] = [1.6, 120];

/** A tile, as far as its rank depends on it. */
export interface Ranked {
  readonly parent: { readonly traversal: { readonly error: number } } | null;
}

/** Draws coarse tiles and near ones first, and no more points than that; answers how many. */
export function thin(shown: ReadonlyMap<Points, Ranked>, most: number): number {
  const rank = ({ parent }: Ranked) => parent?.traversal.error ?? Number.MAX_VALUE;
  const ordered = [...shown].toSorted(([, a], [, b]) => rank(b) - rank(a));
  let [sum, drawn] = [0, 0];
  for (const [one] of ordered) {
    one.visible = sum === 0 || sum + countOf(one) <= most;
    sum += countOf(one);
    if (one.visible) drawn = sum;
  }
  return drawn;
}

/** How coarse tiles may be, in pixels, when so many points are drawn of so many; the same when that is near enough. */
export function nextError(error: number, points: number, most: number): number {
  if (points > most) return Math.min(coarsestError, error * 1.25);
  if (points < most * 0.7 && error > finestError) return Math.max(finestError, error / 1.2);
  return error;
}
