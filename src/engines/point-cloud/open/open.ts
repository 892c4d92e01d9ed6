import { type CloudInput, defaultLimits, type InputFile } from '../../conversion/params.ts';
import { openFile, type RandomAccess } from '../../random-access.ts';
import { type ColumnName, columnNames } from '../batch.ts';
import { e57Source } from '../e57/read.ts';
import { readLasHeader } from '../read/las-header.ts';
import { pcdSource } from '../read/pcd.ts';
import { plySource } from '../read/ply.ts';
import { ptxSource } from '../read/ptx.ts';
import type { GivenText } from '../read/text-columns.ts';
import { xyzSource } from '../read/xyz.ts';
import type { CloudSource } from '../source.ts';
import type { Pool } from '../threads/pool.ts';
import { pntsSource } from '../tileset/pnts.ts';
import { lasSource } from './las.ts';
import { lazSource } from './laz.ts';
import type { Wanted } from './record-source.ts';

type OpenFile = (file: RandomAccess, name: string, wanted: Wanted) => Promise<CloudSource>;

const openLas: OpenFile = async (file, name, wanted) => {
  const header = await readLasHeader(file, name);
  return header.compressed ? lazSource(file, header, name, wanted) : lasSource(file, header, name, wanted);
};

const openers: Readonly<Record<Exclude<CloudInput, 'PNTS' | 'Cesium3DTiles'>, OpenFile>> = {
  LAS: openLas,
  LAZ: openLas,
  PLY: plySource,
  XYZ: xyzSource,
  PCD: pcdSource,
  PTX: ptxSource,
  GS_PLY: plySource,
  E57: e57Source,
};

/** Metres. */
const usualStep = 0.125;

interface Opening {
  /** What helps to read it. */
  readonly pool: Pool;
  /** What is needed of its points; a reader may give more. */
  readonly columns?: Iterable<ColumnName>;
  /** Of a tileset of meshes: metres between points, and triangles of a tile. */
  readonly step?: number | undefined;
  readonly triangles?: number | undefined;
  readonly text?: GivenText | undefined;
}

/** Opens a file of points. `inputs`: where the tiles of a tileset are. */
export async function openCloud(
  format: CloudInput,
  input: InputFile,
  inputs: readonly InputFile[],
  { pool, columns = columnNames, step = usualStep, triangles = defaultLimits.triangles, text }: Opening,
): Promise<CloudSource> {
  if (format === 'PNTS') return pntsSource(input, inputs);
  if (format === 'Cesium3DTiles') {
    // textures are decoded by a library that takes its time to load
    const { meshTilesSource } = await import('../tileset/mesh.ts');
    return meshTilesSource(input, inputs, { step, most: triangles });
  }
  const file = await openFile(input.path);
  try {
    return await openers[format](file, input.name, { pool, columns: new Set(columns), text });
  } catch (error) {
    await file.close();
    throw error;
  }
}
