import { lengthOf, minus, plus, times, transposed, turned } from '../../geometry/vectors.ts';
import { dot } from '../../matrix.ts';
import type { Tie } from '../block.ts';
import { agreed, type Mapped } from './consistency.ts';
import { depthMapOf, type SeenView } from './depth-map.ts';
import type { Surroundings } from './neighbours.ts';
import type { View } from './view.ts';

/*
 * Of photos whose poses are given nobody knows how far away they look, nor which show the same. Small pictures, swept from
 * near to infinity, tell it.
 */
export const coarseSide = 128;
const mostNeighbours = 5;
const sameSide = Math.cos((50 * Math.PI) / 180);
/** In lengths of the way to the nearest neighbour. */
const nearest = 0.9;
const farthest = 60;
const share = 0.03;
const every = 5;

/** Without any knowledge of the scene: the nearest views that look the same way. */
export function nearbyViews(views: readonly View[]): Surroundings[] {
  return views.map((view, n) => {
    const others = views
      .map((other, at) => ({ at, way: lengthOf(minus(other.pose.centre, view.pose.centre)), other }))
      .filter(({ at, other }) => at !== n && dot(view.pose.rotation[2], other.pose.rotation[2]) > sameSide)
      .filter(({ way }) => way > 0)
      .sort((a, b) => a.way - b.way);
    const way = others[0]?.way ?? 1;
    return {
      neighbours: others.slice(0, mostNeighbours).map(({ at }) => at),
      range: { near: nearest * way, far: farthest * way },
    };
  });
}

/** Rough depths of one small view. */
export function coarseDepths(seen: readonly SeenView[], n: number, { neighbours, range }: Surroundings): Float32Array {
  const own = seen[n];
  if (own === undefined) return new Float32Array(0);
  return depthMapOf(
    own,
    neighbours.flatMap((at) => seen[at] ?? []),
    range,
  );
}

/** Points that at least two views agree on, as the matching of features would have found them. */
export function coarseTies(maps: readonly Mapped[], around: readonly Surroundings[]): Tie[] {
  return maps.flatMap((own, n) => {
    const near = around[n]?.neighbours ?? [];
    const others = near.flatMap((at) => maps[at] ?? []);
    const seen = new Uint32Array(own.depths.length);
    const kept = agreed(own, others, 2, share, seen);
    const ties: Tie[] = [];
    for (let y = 1; y < own.view.height; y += every) {
      for (let x = 1; x < own.view.width; x += every) {
        const at = y * own.view.width + x;
        if ((kept[at] ?? 0) === 0) continue;
        const seenBy = others.flatMap(({ view }, bit) => (((seen[at] ?? 0) >>> bit) & 1 ? [view.photo] : []));
        ties.push({ place: placeOf(own.view, x, y, kept[at] ?? 0), seenBy: [own.view.photo, ...seenBy] });
      }
    }
    return ties;
  });
}

/** Where the middle of a pixel lies at a depth. */
export function placeOf({ pose, focal, principal }: View, x: number, y: number, depth: number) {
  const ray = [(x + 0.5 - principal[0]) / focal, (y + 0.5 - principal[1]) / focal, 1] as const;
  return plus(pose.centre, times(turned(transposed(pose.rotation), ray), depth));
}
