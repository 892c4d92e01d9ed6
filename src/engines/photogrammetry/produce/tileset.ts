import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crsOf, extrasOf } from '../../crs/crs.ts';
import { tilesetJson } from '../../tiles/tileset.ts';
import { readMesh } from '../mesh/files.ts';
import { spaceOf } from '../output/cells.ts';
import { frameOf, treeOf } from '../output/tiles.ts';
import { levelOf, type Producing, type Surface } from './surface.ts';

/** Pixels of a side of the finest tiles, about: what a card holds easily. */
const tileSide = 1400;
const mostLevels = 7;

export interface TilesetWish {
  readonly to: string;
  readonly mostSide: number;
  readonly textured: boolean;
  progress(share: number): void;
}

/** 3D Tiles of the mesh: an octree, each level with half the detail of the one below. Answers the names of the files. */
export async function writeTileset(surface: Surface, producing: Producing, wish: TilesetWish): Promise<string[]> {
  const { folder, origin, pixel, photos } = surface;
  const { block, pool } = producing;
  const finest = await levelOf(surface, 0, producing);
  const space = spaceOf(readMesh(folder, finest.name, origin));
  const wanted = Math.ceil(Math.log2(space.side / (tileSide * pixel)));
  const levels = Math.min(mostLevels, Math.max(0, wanted));
  const all = [];
  for (let number = 0; number <= levels; number++) {
    const { name, tolerance } = await levelOf(surface, number, producing);
    const error = number === 0 ? 0 : tolerance;
    const depth = levels - number;
    const { to, mostSide, textured } = wish;
    const shape = { folder, name, origin, crs: block.crs, space, depth, error };
    const tiles = await pool.run('tiles', { ...shape, photos, scale: 1 / 2 ** number, mostSide, textured, to });
    all.push(...tiles);
    wish.progress((number + 1) / (levels + 1));
  }
  const root = treeOf(all);
  if (root === undefined) throw new Error('The mesh has no triangles.');
  const { transform } = frameOf(block.crs, origin, space);
  const extras = extrasOf(block.crs === null ? undefined : crsOf(block.crs));
  writeFileSync(join(wish.to, 'tileset.json'), JSON.stringify(tilesetJson(root, transform, undefined, extras)));
  return [...all.map(({ name }) => `tiles/${name}.glb`), 'tileset.json'];
}
