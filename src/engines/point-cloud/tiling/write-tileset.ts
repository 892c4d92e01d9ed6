import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConvertedFile } from '../../conversion/params.ts';
import { type Crs, extrasOf } from '../../crs/crs.ts';
import { placesOfBox } from '../../crs/extent.ts';
import { localFrame } from '../../crs/transform.ts';
import type { EngineContext } from '../../engine.ts';
import { type Matrix, transpose, type Vector } from '../../matrix.ts';
import type { ExtraBytes } from '../extra.ts';
import type { CloudFacts } from '../facts.ts';
import type { Spool } from '../spool.ts';
import type { Pool } from '../threads/pool.ts';
import { kinds, type TileFormat } from '../tile/kinds.ts';
import type { ClosedTile } from '../tile/octree.ts';
import { cubeAbout, type Ends } from '../tile/points.ts';
import { spooledPoints } from '../tile/stored.ts';
import { type TileTarget, tilePath } from '../tile/write-tile.ts';
import { buildTiles } from './tree.ts';

/** A tileset that is written: what a tileset above it must know. */
export interface WrittenTileset {
  readonly files: readonly ConvertedFile[];
  /** `tileset.json`, in the folder. */
  readonly name: string;
  readonly transform: Matrix;
  /** Middle and half axes in its own coordinates. */
  readonly box: readonly number[];
  readonly geometricError: number;
}

interface CloudToTile {
  readonly spool: Spool;
  readonly facts: CloudFacts;
  readonly crs: Crs | undefined;
  readonly extra?: ExtraBytes | undefined;
  readonly formats: readonly TileFormat[];
  /** Where a format goes, and what its names begin with: "" or "scan/". */
  readonly folderOf: (format: TileFormat) => string;
  readonly prefix: string;
  readonly workFolder: string;
  readonly pool: Pool;
  readonly context: EngineContext;
  readonly progress: (points: number) => void;
}

/** Writes the tiles of a cloud in every format that is asked for, out of one octree. */
export async function writeTilesets(cloud: CloudToTile): Promise<Map<TileFormat, WrittenTileset>> {
  const { spool, facts, crs, formats, prefix } = cloud;
  const middle = middleOf(facts);
  const frame = localFrame(crs, middle);
  const { step, ends } = gridOf(facts, frame.move);
  const files = new Map<TileFormat, ConvertedFile[]>(formats.map((format) => [format, []]));
  const targets = formats.map((format) => ({ format, folder: join(cloud.folderOf(format), prefix) }));
  for (const { folder } of targets) mkdirSync(join(folder, 'tiles'), { recursive: true });
  const addFile = ({ format, folder }: TileTarget, name: string, size: number) =>
    files.get(format)?.push({ name: `${prefix}${name}`, path: join(folder, name), size });
  const root = await buildTiles(spooledPoints(spool, { crs, middle, step }, cloud.extra), cubeAbout(ends), {
    folder: cloud.workFolder,
    step,
    targets,
    context: cloud.context,
    progress: cloud.progress,
    pool: cloud.pool,
    written(tiles) {
      for (const { name, sizes } of tiles)
        for (const [n, target] of targets.entries()) addFile(target, tilePath(name, target.format), sizes[n] ?? 0);
    },
  });
  for (const list of files.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1));
  const geometricError = Math.max(root.spacing * step * 16, diagonal(root.ends) * step);
  const json = (format: TileFormat): object => ({
    asset: {
      version: kinds[format].version,
      generator: 'Twin Platform',
      extras: { ...extrasOf(crs), points: facts.count - facts.withheld },
    },
    geometricError,
    root: { ...tileJson(root, step, kinds[format].ending), transform: transpose(frame.transform) },
  });
  for (const target of targets) {
    const text = JSON.stringify(json(target.format));
    writeFileSync(join(target.folder, 'tileset.json'), text);
    addFile(target, 'tileset.json', Buffer.byteLength(text));
  }
  return new Map(
    formats.map((format) => [
      format,
      {
        files: files.get(format) ?? [],
        name: `${prefix}tileset.json`,
        transform: frame.transform,
        box: boxOf(root.ends, step),
        geometricError,
      },
    ]),
  );
}

const middleOf = ({ low, high }: CloudFacts): Vector => [
  (low[0] + high[0]) / 2,
  (low[1] + high[1]) / 2,
  (low[2] + high[2]) / 2,
];

const finestStep = 0.0001;
const mostSteps = 2 ** 30;

/** The grid on which points of tiles lie, and about where they are on it. */
function gridOf({ low, high }: CloudFacts, move: (places: Float64Array) => void): { step: number; ends: Ends } {
  const places = placesOfBox(low, high).map((place) => {
    const moved = Float64Array.from(place);
    move(moved);
    return moved;
  });
  const values = (axis: number) => places.map((place) => place[axis] ?? 0).filter(Number.isFinite);
  const [least, most] = [[0, 1, 2].map((n) => Math.min(...values(n))), [0, 1, 2].map((n) => Math.max(...values(n)))];
  const farthest = Math.max(...least.map(Math.abs), ...most.map(Math.abs));
  const step = Math.max(finestStep, farthest / mostSteps);
  const at = (list: readonly number[], axis: number) => (list[axis] ?? 0) / step;
  return {
    step,
    ends: [
      [at(least, 0), at(least, 1), at(least, 2)],
      [at(most, 0), at(most, 1), at(most, 2)],
    ],
  };
}

function tileJson(tile: ClosedTile, step: number, ending: string): object {
  const { ends, spacing, uri, children } = tile;
  return {
    boundingVolume: { box: boxOf(ends, step) },
    geometricError: spacing * step,
    refine: 'ADD',
    ...(uri === undefined ? {} : { content: { uri: `tiles/${uri}.${ending}` } }),
    ...(children.length === 0 ? {} : { children: children.map((child) => tileJson(child, step, ending)) }),
  };
}

/** Rounding of the points stays inside: to whole numbers, and of floats of 32 bits where the tile is very large. */
const margin = 0.002;
const marginPerMetre = 1e-7;

function boxOf([low, high]: Ends, step: number): number[] {
  const half = (axis: 0 | 1 | 2) => ((high[axis] - low[axis]) / 2) * step * (1 + marginPerMetre) + margin;
  const middle = (axis: 0 | 1 | 2) => ((high[axis] + low[axis]) / 2) * step;
  return [middle(0), middle(1), middle(2), half(0), 0, 0, 0, half(1), 0, 0, 0, half(2)];
}

const diagonal = ([low, high]: Ends): number => Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
