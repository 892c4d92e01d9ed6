import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Depths } from '../../context-scene/photos.ts';
import { quantileOf } from '../../geometry/vectors.ts';
import type { Block } from '../block.ts';
import { mapOf } from '../dense/tasks.ts';
import { contextSceneOf } from '../output/context-scene.ts';
import { orientationsOf } from '../output/orientations.ts';
import type { OutputFormat, ProductionSettings } from '../params.ts';
import { levelOf, type Producing, type Surface, surfaceOf } from './surface.ts';
import { writeTileset } from './tileset.ts';

/** What an output needs besides the block. */
export interface Wish {
  readonly folder: string;
  /** Files of rasters begin with it. */
  readonly name: string;
  readonly settings: ProductionSettings;
  progress(share: number): void;
}

export interface Produced {
  /** The root document is the last. */
  readonly files: readonly string[];
}

const defaultSide = 4096;

/** Empties the folder, for what an earlier run left half done. */
export function emptied(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

/** The outputs that need no depth maps; with them they tell how far photos look. */
export function writeOrientation(
  format: 'ContextScene' | 'CCOrientations',
  block: Block,
  folder: string,
  depths: ReadonlyMap<number, Depths>,
): Produced {
  const file = format === 'ContextScene' ? 'ContextScene.json' : 'Orientations.xml';
  writeFileSync(join(folder, file), format === 'ContextScene' ? contextSceneOf(block, depths) : orientationsOf(block));
  return { files: [file] };
}

/** Pixels of a depth map are enough to say how far a photo looks. */
const sampled = 50_000;

/** How far the photos look, by their depth maps. */
export function depthsOf({ dense: { views, folder } }: Producing): ReadonlyMap<number, Depths> {
  return new Map(
    views.flatMap((view): [number, Depths][] => {
      const { depths } = mapOf(folder, view, 'kept');
      const every = Math.max(1, Math.floor(depths.length / sampled));
      const known = Array.from(depths).filter((depth, n) => n % every === 0 && depth > 0);
      if (known.length === 0) return [];
      const at = (share: number) => quantileOf(known, share);
      return [[view.photo, { near: at(0.005), median: at(0.5), far: at(0.995) }]];
    }),
  );
}

export type DenseFormat = Exclude<OutputFormat, 'ContextScene' | 'CCOrientations'>;

export async function writeDense(format: DenseFormat, producing: Producing, wish: Wish): Promise<Produced> {
  if (format === 'LAS' || format === 'PLY') return writeCloud(format, producing, wish);
  const surface = await surfaceOf(producing);
  wish.progress(0.2);
  if (format === 'Orthophoto/DSM') return writeRasters(surface, producing, wish);
  const { maximumTextureSize: mostSide = defaultSide, texturedEnabled: textured = true } = wish.settings;
  if (format === 'OBJ') return writeObj(surface, producing, { ...wish, mostSide, textured });
  const progress = (share: number) => wish.progress(0.2 + 0.8 * share);
  return { files: await writeTileset(surface, producing, { to: wish.folder, mostSide, textured, progress }) };
}

async function writeCloud(
  format: 'LAS' | 'PLY',
  { block, dense, pool }: Producing,
  { folder }: Wish,
): Promise<Produced> {
  const file = `cloud.${format.toLowerCase()}`;
  const { views, cloud, origin } = dense;
  await pool.run('cloudFile', { format, cloud, views, origin, crs: block.crs, path: join(folder, file) });
  return { files: [file] };
}

async function writeRasters(surface: Surface, producing: Producing, { folder: to, name }: Wish): Promise<Produced> {
  const level = await levelOf(surface, 0, producing);
  const { folder, origin, photos, cell, pixel } = surface;
  const files = { heights: `${name}_DSM.tif`, colors: `${name}_ortho.tif` };
  const cells = { heights: producing.dense.pixel, colors: pixel };
  const { block, pool } = producing;
  await pool.run('rasters', {
    folder,
    name: level.name,
    origin,
    crs: block.crs,
    cells,
    photos,
    slack: 2 * cell,
    files,
    to,
  });
  return { files: [files.heights, files.colors] };
}

async function writeObj(
  surface: Surface,
  producing: Producing,
  wish: Wish & { readonly mostSide: number; readonly textured: boolean },
): Promise<Produced> {
  const { name } = await levelOf(surface, 0, producing);
  wish.progress(0.6);
  const { folder, origin, photos } = surface;
  const { mostSide, textured, folder: to } = wish;
  const crs = producing.block.crs;
  return { files: await producing.pool.run('obj', { folder, name, origin, crs, photos, mostSide, textured, to }) };
}
