import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crsOf } from '../../crs/crs.ts';
import type { Vector } from '../../matrix.ts';
import { readPicture } from '../dense/picture.ts';
import { readMesh } from '../mesh/files.ts';
import { seenBy } from '../mesh/seen.ts';
import type { PhotoSource } from '../texture/atlas.ts';
import { geoTiff } from './geotiff.ts';
import { gridOf, heightsOf, noHeight } from './highest-surface.ts';
import { colorCells, watchersOf } from './ortho.ts';

export interface RasterOrder {
  /** Of the meshes: the whole one gives the heights, the simplified one with this name tells what hides what. */
  readonly folder: string;
  readonly name: string;
  readonly origin: Vector;
  readonly crs: string | null;
  /** Metres a cell of heights, and of colours. */
  readonly cells: { readonly heights: number; readonly colors: number };
  readonly photos: readonly PhotoSource[];
  /** Metres that something may be before a cell and not hide it. */
  readonly slack: number;
  readonly files: { readonly heights: string; readonly colors: string };
  readonly to: string;
}

/** Cells of a raster, so that it fits into memory: beyond, cells are larger. */
const mostCells = 36e6;

/** The height model and the orthophoto of a mesh. */
export async function makeRasters(order: RasterOrder): Promise<void> {
  const { folder, name, origin, photos, slack, cells, files, to } = order;
  const system = order.crs === null ? undefined : crsOf(order.crs);
  const place = { crs: system };
  const [mesh, whole] = [readMesh(folder, name, origin), readMesh(folder, 'whole', origin)];
  const heightGrid = gridOf(whole, cells.heights, mostCells);
  const model = geoTiff(heightsOf(whole, heightGrid), { grid: heightGrid, ...place, noData: noHeight });
  writeFileSync(join(to, files.heights), model);
  const grid = gridOf(whole, cells.colors, mostCells);
  const heights = heightsOf(whole, grid);
  const watchers = photos.map(({ view }) => ({ view, seen: seenBy(view, mesh) }));
  const chosen = watchersOf(heights, grid, watchers, slack);
  const colors = new Uint8Array(3 * heights.length);
  const used = new Set(chosen);
  for (const [n, { path, camera, view }] of photos.entries()) {
    if (used.has(n)) colorCells(heights, grid, chosen, n, view, camera, await readPicture(path), colors);
  }
  writeFileSync(join(to, files.colors), geoTiff(colors, { grid, ...place }));
}
