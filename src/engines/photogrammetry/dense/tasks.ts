import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Camera } from '../../geometry/camera.ts';
import type { Vector } from '../../matrix.ts';
import { bytesOf, readBytes, readFloats, writeWhole } from '../store.ts';
import { coarseDepths } from './coarse.ts';
import { agreed, type Mapped } from './consistency.ts';
import { depthMapOf, type Range, type SeenView } from './depth-map.ts';
import { grayOf, halved } from './gray.ts';
import type { Surroundings } from './neighbours.ts';
import { readPicture, straightened } from './picture.ts';
import { newPoints } from './points.ts';
import { smaller, type View } from './view.ts';

/*
 * What threads do for the depth maps, photo by photo. What is there already is not made again; files are
 * `<photo>.rgb`, `.depths` (as they were found) and `.kept` (what other views confirm).
 */
export interface ViewOrder {
  readonly view: View;
  readonly camera: Camera;
  readonly path: string;
  readonly folder: string;
}

/** The picture of a view. */
export async function makeView({ view, camera, path, folder }: ViewOrder): Promise<void> {
  const file = join(folder, `${view.photo}.rgb`);
  if (existsSync(file)) return;
  const reduced = Math.min(camera.width, Math.round((camera.width * view.focal) / camera.focal));
  const picture = await readPicture(path, reduced);
  writeWhole(file, straightened(picture, camera, view));
}

export interface CoarseOrder {
  readonly folder: string;
  /** Of full size, their pictures are in the folder. */
  readonly views: readonly View[];
  /** In the list of views. */
  readonly own: number;
  readonly around: Surroundings;
  readonly longSide: number;
}

export function makeCoarseDepths({ folder, views, own, around, longSide }: CoarseOrder): Float32Array {
  const wanted = new Set([own, ...around.neighbours]);
  const seen = views.map((view, n): SeenView => {
    const reduced = smaller(view, Math.max(view.width, view.height) / longSide);
    const empty = { width: 0, height: 0, pixels: new Uint8Array(0) };
    const gray = wanted.has(n) ? halved(pictureOf(folder, view), reduced.width, reduced.height) : empty;
    return { view: reduced, gray };
  });
  return coarseDepths(seen, own, around);
}

function pictureOf(folder: string, { photo, width, height }: View) {
  const rgb = readBytes(join(folder, `${photo}.rgb`));
  if (rgb === undefined) throw new Error(`The picture of view ${photo} is gone.`);
  return grayOf(rgb, width, height);
}

export interface DepthOrder {
  readonly folder: string;
  readonly view: View;
  readonly neighbours: readonly View[];
  readonly range: Range;
}

export function makeDepths({ folder, view, neighbours, range }: DepthOrder): void {
  const file = join(folder, `${view.photo}.depths`);
  if (existsSync(file)) return;
  const seen = [view, ...neighbours].map((one): SeenView => ({ view: one, gray: pictureOf(folder, one) }));
  const [own, ...others] = seen;
  if (own !== undefined) writeWhole(file, bytesOf(depthMapOf(own, others, range)));
}

export interface KeptOrder {
  readonly folder: string;
  readonly view: View;
  readonly others: readonly View[];
  /** Maps that must confirm a depth. */
  readonly least: number;
}

export function makeKept({ folder, view, others, least }: KeptOrder): void {
  const file = join(folder, `${view.photo}.kept`);
  if (existsSync(file)) return;
  const own = mapOf(folder, view, 'depths');
  const maps = others.map((other) => mapOf(folder, other, 'depths'));
  writeWhole(file, bytesOf(agreed(own, maps, least)));
}

/** The depth map of a view. */
export function mapOf(folder: string, view: View, kind: 'depths' | 'kept'): Mapped {
  const depths = readFloats(join(folder, `${view.photo}.${kind}`), view.width * view.height);
  if (depths === undefined) throw new Error(`The depth map of view ${view.photo} is gone.`);
  return { view, depths };
}

export interface PointsOrder {
  readonly folder: string;
  readonly view: View;
  /** Those whose points come before. */
  readonly before: readonly View[];
  readonly origin: Vector;
  readonly to: string;
}

/** Writes `<photo>.places` and `<photo>.colors`; answers how many points there are. */
export function makePoints({ folder, view, before, origin, to }: PointsOrder): number {
  const rgb = readBytes(join(folder, `${view.photo}.rgb`)) ?? new Uint8Array(0);
  const own = mapOf(folder, view, 'kept');
  const points = newPoints(
    own,
    before.map((other) => mapOf(folder, other, 'kept')),
    rgb,
    origin,
  );
  writeWhole(join(to, `${view.photo}.colors`), points.colors);
  writeWhole(join(to, `${view.photo}.places`), bytesOf(points.places));
  return points.places.length / 3;
}
