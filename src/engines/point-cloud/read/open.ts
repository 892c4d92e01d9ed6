import { type CloudInput, defaultLimits, type InputFile } from '../../conversion/params.ts';
import { openFile, type RandomAccess } from '../../random-access.ts';
import { e57Source } from '../e57/read.ts';
import type { CloudSource } from '../source.ts';
import type { Pool } from '../threads/pool.ts';
import { pntsSource } from '../tileset/pnts.ts';
import { lasSource } from './las.ts';
import { readLasHeader } from './las-header.ts';
import { lazSource } from './laz.ts';
import { pcdSource } from './pcd.ts';
import { plySource } from './ply.ts';
import { xyzSource } from './xyz.ts';

type OpenFile = (file: RandomAccess, name: string, pool: Pool) => Promise<CloudSource>;

const openLas: OpenFile = async (file, name, pool) => {
  const header = await readLasHeader(file, name);
  return header.compressed ? lazSource(file, header, name, pool) : lasSource(file, header);
};

const openers: Readonly<Record<Exclude<CloudInput, 'PNTS' | 'Cesium3DTiles'>, OpenFile>> = {
  LAS: openLas,
  LAZ: openLas,
  PLY: plySource,
  XYZ: xyzSource,
  PCD: pcdSource,
  E57: e57Source,
};

/** Metres. */
const usualStep = 0.125;

interface Opening {
  /** What helps to read it. */
  readonly pool: Pool;
  /** Of a tileset of meshes: metres between points, and triangles of a tile. */
  readonly step?: number | undefined;
  readonly triangles?: number | undefined;
}

/** Opens a file of points. `inputs`: where the tiles of a tileset are. */
export async function openCloud(
  format: CloudInput,
  input: InputFile,
  inputs: readonly InputFile[],
  { pool, step = usualStep, triangles = defaultLimits.triangles }: Opening,
): Promise<CloudSource> {
  if (format === 'PNTS') return pntsSource(input, inputs);
  if (format === 'Cesium3DTiles') {
    // textures are decoded by a library that takes its time to load
    const { meshTilesSource } = await import('../tileset/mesh.ts');
    return meshTilesSource(input, inputs, { step, most: triangles });
  }
  const file = await openFile(input.path);
  try {
    return await openers[format](file, input.name, pool);
  } catch (error) {
    await file.close();
    throw error;
  }
}
