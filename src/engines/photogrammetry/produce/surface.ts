import { minus } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import type { Block } from '../block.ts';
import { type View, viewOf } from '../dense/view.ts';
import type { Quality } from '../params.ts';
import { digestOf, type Store } from '../store.ts';
import type { PhotoSource } from '../texture/atlas.ts';
import type { Pool } from '../threads/pool.ts';
import type { Dense } from './reconstruct.ts';

/** The mesh of the site in its folder, and what belongs to its textures. */
export interface Surface {
  /** Differs where anything differs that it was made of. */
  readonly key: string;
  readonly folder: string;
  readonly origin: Vector;
  /** Metres: a cell of the volume, and a pixel of a photo on the surface. */
  readonly cell: number;
  readonly pixel: number;
  readonly photos: readonly PhotoSource[];
}

/** How far the simplified surface may lie off, in pixels of the photos. */
const tolerances = { Draft: 3, Medium: 2, Extra: 0.5 } as const;
/** Pixels of an edge: over longer ones perspective would shift the texture. */
const longestEdge = 64;
/** Longer sides of the pictures of what a photo sees of the mesh. */
const watchSide = 1000;
/** Cells of the surface, so that the volume fits into memory. */
const mostCells = 1.5e6;

export interface Producing {
  readonly block: Block;
  readonly dense: Dense;
  readonly quality: Quality;
  readonly store: Store;
  readonly pool: Pool;
}

/** The surface in full detail, as a file. */
export async function surfaceOf({ block, dense, store, pool }: Producing): Promise<Surface> {
  const { views, folder, low, points } = dense;
  const cell = dense.pixel * Math.max(1.1, Math.sqrt(points / mostCells));
  const key = digestOf([dense.key, cell]);
  const to = store.folder('mesh', key);
  const margin = 8 * cell;
  const order = { folder, views, cell, to, low: minus(low, [margin, margin, margin]) };
  const { value } = await store.remembered('mesh', key, () => pool.run('mesh', order));
  const photos = views.flatMap(({ photo, pose }): PhotoSource[] => {
    const { path, camera: number = -1 } = block.photos[photo] ?? {};
    const camera = block.cameras[number];
    return path === undefined || camera === undefined ? [] : [{ path, camera, view: watchView(photo, camera, pose) }];
  });
  return { key, folder: to, origin: value.origin, cell, pixel: photoPixel(dense, photos), photos };
}

const watchView = (...[photo, camera, pose]: [number, PhotoSource['camera'], View['pose']]): View =>
  viewOf(photo, camera, pose, watchSide);

/** As a pixel of the depth maps, but of the photos. */
function photoPixel({ views, pixel }: Dense, photos: readonly PhotoSource[]): number {
  const ratios = photos.flatMap(({ camera }, n) => (views[n]?.focal ?? camera.focal) / camera.focal);
  return (pixel * ratios.reduce((sum, ratio) => sum + ratio, 0)) / Math.max(1, ratios.length);
}

/** A mesh that is simplified and knows which photo each triangle has. */
export interface Level {
  readonly name: string;
  readonly tolerance: number;
}

/** Level 0 has the tolerance of the quality, each next one twice as much. */
export async function levelOf(surface: Surface, number: number, { quality, store, pool }: Producing): Promise<Level> {
  const { key, folder, origin, pixel, photos, cell } = surface;
  const tolerance = Math.min(cell, tolerances[quality] * pixel) * 2 ** number;
  const name = `level-${number}`;
  const from = [key, tolerance, photos.map(({ view }) => view)];
  const edge = longestEdge * pixel * 2 ** number;
  await store.remembered(name, from, async () => {
    const figures = await pool.run('level', { folder, origin, tolerance, edge, name });
    const slack = 2 * Math.max(cell, tolerance);
    await Promise.all(
      photos.map(({ view, camera }) => pool.run('worth', { folder, name, origin, view, camera, slack })),
    );
    await pool.run('labels', { folder, name, origin, photos: photos.map(({ view }) => view.photo) });
    return figures;
  });
  return { name, tolerance };
}
