import { join } from 'node:path';
import { type Engine, type EngineContext, EngineFailure } from '../engine.ts';
import { openFile } from '../random-access.ts';
import { openSnapshot } from '../snapshot/reader.ts';
import type { Box, Id64, SnapshotHeader } from '../snapshot/types.ts';
import { type Features, featuresOf } from './features.ts';
import { loadPieces } from './load.ts';
import { elementTable, fullTable } from './metadata.ts';
import { octree, tilesIn } from './octree.ts';
import { type ExportedFile, type ExportType, mostTriangles, type TilesParams, type TilesResult } from './params.ts';
import { openPieces, type Piece, type PieceFile } from './pieces.ts';
import { tilesetJson } from './tileset.ts';
import { writeGltf } from './write-gltf.ts';
import { type TileKind, writeFile, writeTiles } from './write-tiles.ts';

/** Exports the meshes of a model; see params.ts. */
export const exportTiles: Engine<TilesParams, TilesResult> = async (params, context) => {
  const { options = {}, filter = {} } = params;
  const snapshot = await openSnapshot(await openFile(params.snapshot));
  const pieces = openPieces(join(params.output, 'pieces.bin'));
  try {
    const { header } = snapshot;
    const features = await featuresOf(snapshot, filter, options);
    const steps = counting(context, header.counts.triangles);
    steps.begin('Reading meshes');
    const all = await loadPieces(pieces, {
      geometry: params.geometry,
      featureOf: (id) => features.byId.get(id),
      options,
      context,
      progress: steps.read,
    });
    if (all.length === 0)
      throw new EngineFailure('NoGeometry', header.geometryRefused ?? 'The model has no geometry to export.');
    const source: Source = { params, context, header, features, pieces, all };
    const tiled = params.types.some((type) => type !== 'GLTF') ? await writeTilesets(source, steps) : undefined;
    if (params.types.includes('GLTF')) steps.begin('Writing glTF');
    const gltf = params.types.includes('GLTF')
      ? writeGltf(join(params.output, 'gltf'), all, pieces, features.rows)
      : [];
    steps.end();
    return {
      exports: params.types.map((type) => ({ type, files: type === 'GLTF' ? gltf : (tiled?.files(type) ?? []) })),
      elementCount: new Set(all.map((piece) => piece.feature)).size,
      triangleCount: all.reduce((sum, { lines, count }) => sum + (lines ? 0 : count), 0),
      tileCount: tiled?.count ?? 0,
    };
  } finally {
    pieces.close();
    await snapshot.close();
  }
};

interface Source {
  readonly params: TilesParams;
  readonly context: EngineContext;
  readonly header: SnapshotHeader;
  readonly features: Features;
  readonly pieces: PieceFile;
  readonly all: readonly Piece[];
}

/** 3DTiles and CESIUM are the same files; MODEL differs in its tables and stays in model coordinates. */
async function writeTilesets({ params, context, header, features, pieces, all }: Source, steps: Steps) {
  const full: TileKind = { folder: join(params.output, 'full'), table: fullTable, files: [] };
  const model: TileKind = { folder: join(params.output, 'model'), table: elementTable, files: [] };
  const kindOf = (type: ExportType) => (type === 'MODEL' ? model : full);
  const kinds = [...new Set(params.types.filter((type) => type !== 'GLTF').map(kindOf))];
  steps.begin('Writing tiles');
  const tree = octree(all, mostTriangles);
  const { compression } = params.options ?? {};
  const root = await writeTiles(tree, {
    pieces,
    rows: features.rows,
    kinds,
    compression,
    context,
    progress: steps.written,
  });
  for (const kind of kinds) {
    const json =
      kind === model ? tilesetJson(root, null, extentsByModel(features, all)) : tilesetJson(root, header.ecefTransform);
    kind.files.push(writeFile(kind.folder, 'tileset.json', JSON.stringify(json)));
  }
  return { count: tilesIn(tree), files: (type: ExportType): readonly ExportedFile[] => kindOf(type).files };
}

/** Union of the boxes of the elements that are in the tiles. */
function extentsByModel({ rows }: Features, pieces: readonly Piece[]): Map<Id64, Box> {
  const models = new Map<Id64, Box>();
  for (const feature of new Set(pieces.map((piece) => piece.feature))) {
    const row = rows[feature];
    if (row?.box === undefined) continue;
    const { low, high } = models.get(row.partitionId) ?? row.box;
    const { box } = row;
    models.set(row.partitionId, {
      low: [Math.min(low[0], box.low[0]), Math.min(low[1], box.low[1]), Math.min(low[2], box.low[2])],
      high: [Math.max(high[0], box.high[0]), Math.max(high[1], box.high[1]), Math.max(high[2], box.high[2])],
    });
  }
  return models;
}

type Steps = ReturnType<typeof counting>;

/** Every triangle of the model is counted twice: read, written. */
function counting(context: EngineContext, triangles: number) {
  const total = 2 * triangles;
  let writtenSoFar = 0;
  return {
    begin: (step: string) => context.progress({ step, total, unit: 'triangles' }),
    read: (seen: number) => context.progress({ done: Math.min(seen, triangles) }),
    written(more: number) {
      writtenSoFar += more;
      context.progress({ done: Math.min(total, triangles + writtenSoFar) });
    },
    end: () => context.progress({ done: total }),
  };
}
