import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudOutput, ConvertedFile, ConvertedOutput, Extent } from '../conversion/params.ts';
import { type Crs, extrasOf } from '../crs/crs.ts';
import { EngineFailure } from '../engine.ts';
import { parentTileset } from '../formats/parent-tileset.ts';
import { writeE57 } from './e57/write.ts';
import type { CloudFacts } from './facts.ts';
import type { Pool } from './threads/pool.ts';
import { type TileFormat, tileFormats } from './tile/kinds.ts';
import { type WrittenTileset, writeTilesets } from './tiling/write-tileset.ts';
import type { CloudToWrite } from './write/cloud.ts';
import { writeLas } from './write/las.ts';
import { writeLaz } from './write/laz.ts';
import { writePly } from './write/ply.ts';

type FileFormat = Exclude<CloudOutput, TileFormat>;

const writers: Readonly<Record<FileFormat, { readonly ending: string; write(cloud: CloudToWrite): Promise<void> }>> = {
  LAS: { ending: 'las', write: writeLas },
  LAZ: { ending: 'laz', write: writeLaz },
  E57: { ending: 'e57', write: writeE57 },
  PLY: { ending: 'ply', write: writePly },
};

export const isTiled = (format: CloudOutput): format is TileFormat => tileFormats.some((one) => one === format);

/** What was made of one file, or of all that were merged. */
export interface WrittenCloud {
  readonly crs: Crs | undefined;
  readonly extent: Extent | null;
  readonly facts: CloudFacts;
  readonly tilesets: ReadonlyMap<TileFormat, WrittenTileset>;
  readonly files: ReadonlyMap<CloudOutput, ConvertedFile>;
  readonly tiled: boolean;
  /** Systems of heights that those of the input were taken for. */
  readonly takenHeights: readonly string[];
  /** Attributes that an output has no room for. */
  readonly lost: readonly string[];
}

interface Paths {
  readonly output: string;
  readonly workFolder: string;
  readonly name: string;
  /** No other file is converted. */
  readonly alone: boolean;
  readonly pool: Pool;
}

/** Writes a cloud in each format, into a folder of that name. */
export async function writeCloud(
  cloud: Omit<CloudToWrite, 'path'>,
  formats: readonly CloudOutput[],
  { output, workFolder, name, alone, pool }: Paths,
): Promise<Pick<WrittenCloud, 'tilesets' | 'files' | 'tiled'>> {
  const tiled = formats.filter(isTiled);
  for (const format of formats) mkdirSync(join(output, format), { recursive: true });
  const files = new Map<CloudOutput, ConvertedFile>();
  for (const format of formats) {
    if (isTiled(format)) continue;
    const { ending, write } = writers[format];
    const path = join(output, format, `${name}.${ending}`);
    await write({ ...cloud, path });
    files.set(format, { name: `${name}.${ending}`, path, size: statSync(path).size });
  }
  if (tiled.length === 0) return { files, tilesets: new Map(), tiled: false };
  if (cloud.facts.withheld === cloud.facts.count) {
    throw new EngineFailure('InputFile_Invalid', `All points of '${name}' are marked withheld.`, undefined, [name]);
  }
  const tilesets = await writeTilesets({
    ...cloud,
    formats: tiled,
    folderOf: (format) => join(output, format),
    prefix: alone ? '' : `${name}/`,
    workFolder,
    pool,
  });
  return { files, tilesets, tiled: true };
}

/** An output as the caller gets it; several tilesets get one above them. */
export function outputsOf(format: CloudOutput, clouds: readonly WrittenCloud[], folder: string): ConvertedOutput {
  const crs = sameForAll(clouds.map((cloud) => cloud.crs));
  const extents = clouds.flatMap(({ extent }) => extent ?? []);
  const common = {
    format,
    crs: crs === undefined ? null : { id: crs.id, ...(crs.verticalId ? { verticalId: crs.verticalId } : {}) },
    extent: extents.length === 0 ? null : extents.reduce(aboutBoth),
  };
  const withheld = isTiled(format) ? clouds.reduce((sum, { facts }) => sum + facts.withheld, 0) : 0;
  const points = clouds.reduce((sum, { facts }) => sum + facts.count, 0) - withheld;
  if (!isTiled(format)) {
    const files = clouds.flatMap((cloud) => cloud.files.get(format) ?? []);
    return { ...common, files, rootDocument: files[0]?.name ?? '', points };
  }
  const tilesets = clouds.flatMap((cloud) => cloud.tilesets.get(format) ?? []);
  const files = tilesets.flatMap((one) => one.files);
  const rootDocument = 'tileset.json';
  if (tilesets.length === 1) return { ...common, files, rootDocument, points };
  const path = join(folder, rootDocument);
  const text = JSON.stringify(parentTileset(tilesets, format === 'PNTS' ? '1.0' : '1.1', { ...extrasOf(crs), points }));
  writeFileSync(path, text);
  return {
    ...common,
    files: [...files, { name: rootDocument, path, size: Buffer.byteLength(text) }],
    rootDocument,
    points,
  };
}

const sameForAll = (all: readonly (Crs | undefined)[]): Crs | undefined =>
  all.every((crs) => crs?.id === all[0]?.id) ? all[0] : undefined;

const aboutBoth = (a: Extent, b: Extent): Extent => ({
  west: Math.min(a.west, b.west),
  south: Math.min(a.south, b.south),
  east: Math.max(a.east, b.east),
  north: Math.max(a.north, b.north),
});
