import { breathe } from '../../engine.ts';
import { nearestFinder } from './buckets.ts';
import { type Bounds, boundsOf, chosen, type Points } from './points.ts';

/** When points of one cloud count as not being in the other; metres. */
export interface ChangeOptions {
  /** Regions grow over points that are farther away than this, … */
  readonly low: number;
  /** … and hold at least one that is farther away than this. */
  readonly high: number;
  readonly minPoints: number;
}

/** Points that lie together and are not in the other cloud. */
export interface ChangedRegion {
  /** Numbers of points. */
  readonly points: Uint32Array;
  readonly bounds: Bounds;
  /** The greatest distance to the other cloud, as far as it was looked for. */
  readonly distance: number;
}

/** For each point of `of` how far the nearest of `to` is away, at most `reach`. */
export async function distancesTo(
  of: Points,
  to: Points,
  reach: number,
  { progress, signal }: { progress(share: number): void; readonly signal?: AbortSignal | undefined },
): Promise<Float32Array> {
  const distances = new Float32Array(of.count).fill(reach);
  if (to.count === 0) return distances;
  const find = nearestFinder(to, reach);
  for (let n = 0; n < of.count; n++) {
    distances[n] = find(of.x[n] ?? 0, of.y[n] ?? 0, of.z[n] ?? 0).distance;
    if (n % 20_000 === 0) {
      progress(n / of.count);
      await breathe();
      signal?.throwIfAborted();
    }
  }
  return distances;
}

/** Regions of changed points, the largest first. */
export function changedRegions(points: Points, distances: Float32Array, options: ChangeOptions): ChangedRegion[] {
  const { low, high, minPoints } = options;
  const cells = cellsOf(points, distances, low);
  const regions: ChangedRegion[] = [];
  for (const key of cells.keys()) {
    const found = takeTogether(cells, key);
    if (found.length < minPoints) continue;
    const distance = found.reduce((most, n) => Math.max(most, distances[n] ?? 0), 0);
    if (distance <= high) continue;
    const members = Uint32Array.from(found).sort();
    regions.push({ points: members, bounds: boundsOf(chosen(points, members)), distance });
  }
  return regions.sort((a, b) => b.points.length - a.points.length);
}

const across = 2 ** 17;
const keyOf = (x: number, y: number, z: number): number => ((x + 1) * across + y + 1) * across + z + 1;

/** Voxels 1.5 times as wide as `low`, with the points in them that are farther away than that. */
function cellsOf(points: Points, distances: Float32Array, low: number): Map<number, number[]> {
  const side = 1.5 * low;
  const origin = boundsOf(points).low;
  const cells = new Map<number, number[]>();
  for (let n = 0; n < points.count; n++) {
    if ((distances[n] ?? 0) <= low) continue;
    const key = keyOf(
      Math.floor(((points.x[n] ?? 0) - origin[0]) / side),
      Math.floor(((points.y[n] ?? 0) - origin[1]) / side),
      Math.floor(((points.z[n] ?? 0) - origin[2]) / side),
    );
    const cell = cells.get(key);
    if (cell) cell.push(n);
    else cells.set(key, [n]);
  }
  return cells;
}

/** Takes a cell and all that hang together with it out of the map; their points. */
function takeTogether(cells: Map<number, number[]>, first: number): number[] {
  const found: number[] = [];
  const waiting = [first];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const cell = cells.get(key);
    if (cell === undefined) continue;
    cells.delete(key);
    for (const n of cell) found.push(n);
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (let dz = -1; dz <= 1; dz++) {
          const next = key + (dx * across + dy) * across + dz;
          if (cells.has(next)) waiting.push(next);
        }
      }
    }
  }
  return found;
}
