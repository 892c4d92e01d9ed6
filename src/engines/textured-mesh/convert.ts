import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseOf, fileBeside, filesOf, uniqueNames } from '../conversion/files.ts';
import {
  type ConversionParams,
  type ConversionResult,
  type ConversionWarning,
  type ConvertedOutput,
  defaultLimits,
  type InputFile,
  type MeshInput,
} from '../conversion/params.ts';
import { lookedAt, systemOf } from '../conversion/srs.ts';
import { type Crs, extrasOf, knownCrs, withHeightsOf } from '../crs/crs.ts';
import { mover } from '../crs/transform.ts';
import type { EngineContext } from '../engine.ts';
import { parentTileset } from '../formats/parent-tileset.ts';
import { unreadable } from '../formats/unreadable.ts';
import type { Vector } from '../matrix.ts';
import { type TexturedMesh, tooManyTriangles } from './mesh.ts';
import { readGltfMesh } from './read/gltf.ts';
import { readObj } from './read/obj.ts';
import { readPlyMesh } from './read/ply.ts';
import { type WrittenMesh, writeMesh } from './write.ts';

export interface MeshConversion extends Omit<ConversionParams, 'outputs' | 'format'> {
  readonly format: MeshInput;
  readonly outputs: readonly 'Cesium3DTiles'[];
}

interface PlacedMesh {
  readonly file: InputFile;
  readonly mesh: TexturedMesh;
  readonly crs: Crs | undefined;
  readonly warnings: readonly ConversionWarning[];
}

type Written = WrittenMesh & Pick<PlacedMesh, 'crs' | 'warnings'>;

function boxOf(places: ArrayLike<number>): [low: Vector, high: Vector] {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < places.length; at++) {
    const axis = at % 3;
    low[axis] = Math.min(low[axis] ?? 0, places[at] ?? 0);
    high[axis] = Math.max(high[axis] ?? 0, places[at] ?? 0);
  }
  return [low, high];
}

/** Converts meshes into a tileset with their textures; of several files into one above theirs, merged or not. */
export async function convertMeshes(params: MeshConversion, context: EngineContext): Promise<ConversionResult> {
  const { chosen, ignored } = filesOf(params);
  const format = 'Cesium3DTiles';
  const folder = join(params.output, format);
  mkdirSync(folder, { recursive: true });
  const most = params.limits?.triangles ?? defaultLimits.triangles;
  const names = uniqueNames(chosen.map(({ name }) => baseOf(name)));
  const written: Written[] = [];
  let triangles = 0;
  let done = 0;
  for (const [n, file] of chosen.entries()) {
    context.progress({ step: 'Reading files', unit: 'triangles', message: file.name });
    const { mesh, crs, warnings } = await readPlaced(file, params, most - triangles);
    triangles += mesh.indices.length / 3;
    if (triangles > most) throw tooManyTriangles(most);
    context.progress({ step: 'Writing files', total: chosen.length === 1 ? triangles : null });
    const prefix = chosen.length === 1 ? '' : `${names[n]}/`;
    const progress = (more: number) => {
      done += more;
      context.progress({ done });
    };
    written.push({
      ...(await writeMesh({ mesh, crs, input: file.name, folder, prefix, context, progress })),
      crs,
      warnings,
    });
  }
  return { outputs: [outputOf(written, folder)], warnings: warningsOf(written, ignored), megaPoints: 0, gigaPixels: 0 };
}

async function readPlaced(file: InputFile, params: MeshConversion, most: number): Promise<PlacedMesh> {
  const { inputs, options = {}, format } = params;
  const mesh = await {
    OBJ: () => readObj(file, inputs, most),
    GLB: () => readGltfMesh(file, inputs, most),
    GLTF: () => readGltfMesh(file, inputs, most),
    PLY: () => readPlyMesh(file, most),
  }[format]();
  if (mesh.indices.length === 0) throw unreadable(file.name, 'it holds no faces');
  const { srs, origin } = placeOf(file, inputs);
  const places = mesh.places.map((value, n) => value + (origin[n % 3] ?? 0));
  const { crs: from, warnings } = lookedAt(file, systemOf(file, srs, inputs, options), ...boxOf(places), options);
  const wanted = options.outputSRS ? knownCrs(options.outputSRS) : from;
  const to = from && wanted ? withHeightsOf(wanted, from) : wanted;
  const move = from && to ? mover(from, to) : undefined;
  if (move) for (let at = 0; at < places.length; at += 3) move(places, at);
  if (!places.every(Number.isFinite)) throw unreadable(file.name, 'a place of it is no number');
  return { file, mesh: { ...mesh, places }, crs: to, warnings };
}

const longest = 65_536;

/** The `metadata.xml` beside a mesh, or at the root of its container: where its origin is. */
function placeOf(
  file: InputFile,
  inputs: readonly InputFile[],
): { srs: string | undefined; origin: readonly number[] } {
  const beside = fileBeside(inputs, file, 'metadata.xml') ?? fileBeside(inputs, { ...file, name: 'x' }, 'metadata.xml');
  if (beside === undefined || statSync(beside.path).size > longest) return { srs: undefined, origin: [0, 0, 0] };
  const text = readFileSync(beside.path, 'utf8');
  const of = (name: string) => new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(text)?.[1];
  const origin = (of('SRSOrigin') ?? '0,0,0').split(/[,;\s]+/).map(Number);
  if (origin.length !== 3 || !origin.every(Number.isFinite)) throw unreadable(beside.name, 'its SRSOrigin is no place');
  return { srs: of('SRS'), origin };
}

function outputOf(written: readonly Written[], folder: string): ConvertedOutput {
  const [first] = written;
  const crs = written.every((one) => one.crs?.id === first?.crs?.id) ? first?.crs : undefined;
  const extents = written.flatMap(({ extent }) => extent ?? []);
  const common = {
    format: 'Cesium3DTiles' as const,
    crs: crs === undefined ? null : { id: crs.id, ...(crs.verticalId ? { verticalId: crs.verticalId } : {}) },
    extent:
      extents.length === 0
        ? null
        : {
            west: Math.min(...extents.map(({ west }) => west)),
            south: Math.min(...extents.map(({ south }) => south)),
            east: Math.max(...extents.map(({ east }) => east)),
            north: Math.max(...extents.map(({ north }) => north)),
          },
    points: null,
    rootDocument: 'tileset.json',
  };
  const files = written.flatMap((one) => one.files);
  if (written.length === 1) return { ...common, files };
  const [path, text] = [join(folder, 'tileset.json'), JSON.stringify(parentTileset(written, '1.1', extrasOf(crs)))];
  writeFileSync(path, text);
  return { ...common, files: [...files, { name: 'tileset.json', path, size: Buffer.byteLength(text) }] };
}

function warningsOf(written: readonly Written[], ignored: readonly string[]): ConversionWarning[] {
  const heights = new Set(written.flatMap(({ crs }) => crs?.verticalId ?? []));
  return [
    ...(written.some(({ crs }) => crs === undefined) ? [{ code: 'NoGeoreference' as const, params: [] }] : []),
    ...written.flatMap(({ warnings }) => warnings),
    ...[...heights].map((height) => ({ code: 'VerticalDatumNotApplied' as const, params: [height] })),
    ...(ignored.length > 0 ? [{ code: 'FilesIgnored' as const, params: [ignored.slice(0, 20).join(', ')] }] : []),
  ];
}
