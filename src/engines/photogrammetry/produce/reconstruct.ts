import { join } from 'node:path';
import { EngineFailure } from '../../engine.ts';
import { quantileOf } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { type Block, isOriented, type Tie } from '../block.ts';
import { coarseSide, coarseTies, nearbyViews } from '../dense/coarse.ts';
import type { Mapped } from '../dense/consistency.ts';
import { type Surroundings, surroundingsOf } from '../dense/neighbours.ts';
import { mapOf } from '../dense/tasks.ts';
import { smaller, type View, viewOf } from '../dense/view.ts';
import type { Quality } from '../params.ts';
import { digestOf, readFloats, type Store } from '../store.ts';
import type { Pool } from '../threads/pool.ts';

/** Depth maps of all views, and the points in them. */
export interface Dense {
  /** Differs where anything differs that it was made of. */
  readonly key: string;
  /** With `<photo>.rgb` and `<photo>.kept` of each view. */
  readonly folder: string;
  readonly views: readonly View[];
  /** With `<photo>.places`, beside the origin, and `<photo>.colors` of each view. */
  readonly cloud: string;
  readonly origin: Vector;
  readonly points: number;
  /** Metres of a pixel of the depth maps on the surface, at the median. */
  readonly pixel: number;
  /** Of the points, without the few that lie far off. */
  readonly low: Vector;
  readonly high: Vector;
}

/** Pixels of the longer side of a depth map. */
const sides = { Draft: 400, Medium: 800, Extra: 1600 } as const;
const sweptNeighbours = 4;
const askedNeighbours = 8;

export interface Reconstructing {
  readonly quality: Quality;
  /** Of the photos' bytes. */
  readonly digests: readonly string[];
  readonly store: Store;
  readonly pool: Pool;
  /** The share of the step that is done, 0 to 1. */
  progress(share: number, message: string): void;
}

/** Depth maps by plane sweeps, what views agree on, and the points of it. Photo by photo, each kept when it is done. */
export async function reconstruct(block: Block, work: Reconstructing): Promise<Dense> {
  const views = viewsOf(block, sides[work.quality]);
  const key = digestOf([views, block.cameras, work.digests]);
  const folder = work.store.folder('depth', key);
  await forEach(work, 'Pictures', views, [0, 0.05], (view) => {
    const photo = block.photos[view.photo];
    const camera = block.cameras[photo?.camera ?? -1];
    if (photo === undefined || camera === undefined) throw new Error(`Photo ${view.photo} has no camera.`);
    return work.pool.run('view', { view, camera, path: photo.path, folder });
  });
  const ties = block.ties.length > 0 ? block.ties : await roughTies(views, folder, key, work);
  const around = surroundingsOf(views, ties, askedNeighbours);
  if (around.every(({ neighbours }) => neighbours.length < 2)) throw tooFewTogether(views.length);
  await forEach(work, 'Depth maps', views, [0.1, 0.9], (view, n) => {
    const { range, neighbours } = around[n] ?? none;
    const near = inList(views, neighbours.slice(0, sweptNeighbours));
    return work.pool.run('depths', { folder, view, range, neighbours: near });
  });
  await forEach(work, 'Agreement', views, [0.9, 0.95], (view, n) => {
    const others = inList(views, around[n]?.neighbours ?? []);
    return work.pool.run('kept', { folder, view, others, least: 2 });
  });
  return pointsOf(views, around, { key, folder }, work);
}

const none: Surroundings = { neighbours: [], range: { near: 1, far: 2 } };
const inList = (views: readonly View[], places: readonly number[]): View[] => places.flatMap((at) => views[at] ?? []);

const tooFewTogether = (count: number): EngineFailure =>
  new EngineFailure(
    'PhotosNotConnected',
    `No place is seen by three of the ${count} photos: they do not overlap, or their poses do not fit.`,
    undefined,
    ['0', String(count)],
  );

export function viewsOf({ photos, cameras }: Block, longSide: number): View[] {
  return photos.flatMap((photo, n) => {
    const camera = cameras[photo.camera];
    return isOriented(photo) && camera !== undefined ? [viewOf(n, camera, photo.pose, longSide)] : [];
  });
}

/** Runs a task for each view; tells how many are done. */
async function forEach<T>(
  { progress }: Pick<Reconstructing, 'progress'>,
  what: string,
  views: readonly View[],
  [from, to]: readonly [number, number],
  run: (view: View, n: number) => Promise<T>,
): Promise<T[]> {
  let done = 0;
  progress(from, `${what}: 0 of ${views.length}`);
  return Promise.all(
    views.map(async (view, n) => {
      const result = await run(view, n);
      done++;
      progress(from + ((to - from) * done) / views.length, `${what}: ${done} of ${views.length}`);
      return result;
    }),
  );
}

async function roughTies(views: readonly View[], folder: string, key: string, work: Reconstructing): Promise<Tie[]> {
  const { value } = await work.store.remembered('rough-ties', key, async () => {
    const around = nearbyViews(views);
    const longSide = coarseSide;
    const maps = await forEach(work, 'Rough depths', views, [0.05, 0.1], async (view, own): Promise<Mapped> => {
      const order = { folder, views, own, longSide, around: around[own] ?? none };
      return {
        view: smaller(view, Math.max(view.width, view.height) / longSide),
        depths: await work.pool.run('coarseDepths', order),
      };
    });
    return coarseTies(maps, around);
  });
  return value;
}

async function pointsOf(
  views: readonly View[],
  around: readonly Surroundings[],
  { key, folder }: Pick<Dense, 'key' | 'folder'>,
  work: Reconstructing,
): Promise<Dense> {
  const origin = originOf(views);
  const to = work.store.folder('cloud', key);
  const order = new Map(views.map((view, n) => [view.photo, n]));
  const counts = await forEach(work, 'Points', views, [0.95, 1], (view, n) => {
    const before = inList(views, around[n]?.neighbours ?? []).filter(({ photo }) => (order.get(photo) ?? n) < n);
    return work.pool.run('points', { folder, view, before, origin, to });
  });
  const points = counts.reduce((sum, count) => sum + count, 0);
  if (points < leastPoints) throw tooFewTogether(views.length);
  return {
    key,
    folder,
    views,
    cloud: to,
    origin,
    points,
    pixel: pixelOf(views, folder),
    ...boundsOf(views, to, origin),
  };
}

const leastPoints = 100;

/** Whole metres near the cameras, so that floats are enough beside it. */
function originOf(views: readonly View[]): Vector {
  const mean = (axis: 0 | 1 | 2) => views.reduce((sum, { pose }) => sum + pose.centre[axis], 0) / views.length;
  return [Math.round(mean(0)), Math.round(mean(1)), Math.round(mean(2))];
}

function pixelOf(views: readonly View[], folder: string): number {
  const sizes = views.flatMap((view) => {
    const { depths } = mapOf(folder, view, 'kept');
    const every = Math.max(1, Math.floor(depths.length / 1000));
    return Array.from({ length: 1000 }, (_, n) => (depths[n * every] ?? 0) / view.focal).filter((size) => size > 0);
  });
  return quantileOf(sizes, 0.5);
}

const outliers = 0.0005;

function boundsOf(views: readonly View[], cloud: string, origin: Vector): Pick<Dense, 'low' | 'high'> {
  const lists: [number[], number[], number[]] = [[], [], []];
  for (const { photo } of views) {
    const places = readFloats(join(cloud, `${photo}.places`)) ?? new Float32Array(0);
    const every = 3 * Math.max(1, Math.floor(places.length / 3 / 20_000));
    for (let n = 0; n + 2 < places.length; n += every) {
      for (const axis of [0, 1, 2] as const) lists[axis].push((places[n + axis] ?? 0) + origin[axis]);
    }
  }
  const at = (share: number): Vector => [
    quantileOf(lists[0], share),
    quantileOf(lists[1], share),
    quantileOf(lists[2], share),
  ];
  return { low: at(outliers), high: at(1 - outliers) };
}
