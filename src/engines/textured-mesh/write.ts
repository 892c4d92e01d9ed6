import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConvertedFile, Extent } from '../conversion/params.ts';
import { type Crs, extrasOf } from '../crs/crs.ts';
import { extentOf } from '../crs/extent.ts';
import { localFrame } from '../crs/transform.ts';
import { breathe, type EngineContext } from '../engine.ts';
import { type Matrix, transpose, type Vector } from '../matrix.ts';
import { atlasOf } from './atlas.ts';
import { meshGlb } from './glb.ts';
import type { TexturedMesh } from './mesh.ts';
import { type Pictures, picturesOf } from './pictures.ts';
import { type MeshTile, meshTree } from './tree.ts';

export interface WrittenMesh {
  readonly files: readonly ConvertedFile[];
  readonly name: string;
  readonly transform: Matrix;
  /** Middle and half axes in its own coordinates. */
  readonly box: readonly number[];
  readonly geometricError: number;
  readonly extent: Extent | null;
}

interface MeshToWrite {
  readonly mesh: TexturedMesh;
  /** Of the file, for people. */
  readonly input: string;
  readonly crs: Crs | undefined;
  readonly folder: string;
  readonly prefix: string;
  readonly context: EngineContext;
  readonly progress: (triangles: number) => void;
}

type Box = readonly [low: Vector, high: Vector];

interface Writing extends MeshToWrite {
  readonly places: Float64Array;
  readonly pictures: Pictures;
  readonly files: ConvertedFile[];
}

/** Writes a mesh as a tileset: leaves have all triangles and pixels, parents fewer of both. */
export async function writeMesh(given: MeshToWrite): Promise<WrittenMesh> {
  const { mesh, crs, input, folder, prefix } = given;
  const [low, high] = boxOf(mesh.places, mesh.indices);
  const frame = localFrame(crs, [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2]);
  const places = Float64Array.from(mesh.places);
  for (let at = 0; at < places.length; at += 3) frame.move(places, at);
  const pictures = picturesOf(mesh.materials, input);
  const local = { ...mesh, places };
  const tree = meshTree(local, await pixelCounter(mesh, pictures));
  const writing: Writing = { ...given, mesh: local, places, pictures, files: [] };
  const root = await writeTile(tree, writing);
  const geometricError = Math.max(2 * tree.error, diagonal(root.ends));
  const json = {
    asset: { version: '1.1', generator: 'Twin Platform', ...(crs ? { extras: extrasOf(crs) } : {}) },
    geometricError,
    root: { ...root.json, transform: transpose(frame.transform) },
  };
  put(writing, 'tileset.json', JSON.stringify(json));
  return {
    files: writing.files,
    name: `${prefix}tileset.json`,
    transform: frame.transform,
    box: boundingBox(root.ends),
    geometricError,
    extent: crs === undefined ? null : extentOf(crs, low, high),
  };

  function put({ files }: Writing, name: string, bytes: Buffer | string): void {
    const path = join(folder, prefix, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, bytes);
    files.push({ name: `${prefix}${name}`, path, size: Buffer.byteLength(bytes) });
  }

  async function writeTile(tile: MeshTile, all: Writing): Promise<{ ends: Box; json: object }> {
    await breathe();
    all.context.signal?.throwIfAborted();
    const { indices, level, name } = tile;
    const atlas = await atlasOf(all.mesh, indices, all.pictures, level);
    const uri = `tiles/${name}.glb`;
    if (indices.length > 0) put(all, uri, await meshGlb({ mesh: all.mesh, places: all.places, indices, atlas }));
    if (tile.children.length === 0) all.progress(indices.length / 3);
    const children = [];
    for (const child of tile.children) children.push(await writeTile(child, all));
    const ends = children.reduce((sum, child) => union(sum, child.ends), boxOf(all.places, indices));
    return {
      ends,
      json: {
        boundingVolume: { box: boundingBox(ends) },
        geometricError: tile.error,
        refine: 'REPLACE',
        ...(indices.length > 0 ? { content: { uri } } : {}),
        ...(children.length > 0 ? { children: children.map((child) => child.json) } : {}),
      },
    };
  }
}

/** About how many pixels of pictures triangles show. */
async function pixelCounter(
  { uvs, material, materials }: TexturedMesh,
  pictures: Pictures,
): Promise<(indices: Uint32Array) => number> {
  const areas: number[] = [];
  for (const [n, { picture }] of materials.entries()) {
    const [width, height] = picture === undefined ? [0, 0] : await pictures.size(n);
    areas.push(width * height);
  }
  return (indices) => {
    const shares = new Map<number, number>();
    for (let n = 0; n < indices.length; n += 3) {
      const [a, b, c] = [indices[n] ?? 0, indices[n + 1] ?? 0, indices[n + 2] ?? 0];
      const along = (from: number, to: number, axis: number) => (uvs[2 * to + axis] ?? 0) - (uvs[2 * from + axis] ?? 0);
      const area = Math.abs(along(a, b, 0) * along(a, c, 1) - along(a, b, 1) * along(a, c, 0)) / 2;
      const of = material[a] ?? 0;
      shares.set(of, (shares.get(of) ?? 0) + area);
    }
    return [...shares].reduce((sum, [of, share]) => sum + Math.min(1, share) * (areas[of] ?? 0), 0);
  };
}

function boxOf(places: Float64Array, indices: Uint32Array): Box {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const vertex of indices) {
    for (const axis of [0, 1, 2] as const) {
      const value = places[3 * vertex + axis] ?? 0;
      low[axis] = Math.min(low[axis], value);
      high[axis] = Math.max(high[axis], value);
    }
  }
  return [low, high];
}

const union = ([a, b]: Box, [c, d]: Box): Box => [
  [Math.min(a[0], c[0]), Math.min(a[1], c[1]), Math.min(a[2], c[2])],
  [Math.max(b[0], d[0]), Math.max(b[1], d[1]), Math.max(b[2], d[2])],
];

const margin = 0.002;
const diagonal = ([low, high]: Box): number => Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);

function boundingBox([low, high]: Box): number[] {
  const half = (axis: 0 | 1 | 2) => ((high[axis] - low[axis]) / 2) * (1 + 1e-7) + margin;
  const middle = (axis: 0 | 1 | 2) => (high[axis] + low[axis]) / 2;
  return [middle(0), middle(1), middle(2), half(0), 0, 0, 0, half(1), 0, 0, 0, half(2)];
}
