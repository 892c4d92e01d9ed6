import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isSceneName } from '../../context-scene/document.ts';
import { crsOf } from '../../crs/crs.ts';
import { type Cloud, type CloudFile, cloudFormatOf, readClouds } from '../cloud/read.ts';
import { sampleTriangles } from '../cloud/sample.ts';
import { failures } from '../failures.ts';
import type { AnalysisInput } from '../params.ts';
import type { FileRef } from '../scene/types.ts';
import { numberOption, type Order, pathOf, sceneIn, telling } from './order.ts';

const usualStep = 0.1;

/** The points of a model: of its clouds, or sampled on its mesh. */
export async function modelIn(order: Order, input: AnalysisInput): Promise<Cloud> {
  const files = await filesOf(order, input);
  const clouds = files.filter(({ name }) => cloudFormatOf(name) !== undefined);
  const tell = telling(order, `Reading ${input.name}`);
  const meshes = files.filter(({ name }) => /\.obj$/i.test(name));
  const cloud =
    clouds.length > 0
      ? await readClouds(clouds, { ...tell, at: order.context.at })
      : await sampled(order, meshes, input);
  order.counts.points += cloud.points.count;
  return cloud;
}

async function filesOf(order: Order, input: AnalysisInput): Promise<CloudFile[]> {
  if (!input.files.some(isSceneName)) {
    return input.files.map((name) => ({ name, path: join(input.folder, name) }));
  }
  const { clouds, meshes, annotations } = await sceneIn(input);
  const wanted: FileRef[] = clouds.length > 0 ? [...clouds] : [...meshes];
  if (wanted.length === 0 && annotations.segmentation3D) wanted.push(annotations.segmentation3D);
  return wanted.map((ref) => ({ name: ref.path, path: pathOf(order, ref) }));
}

async function sampled(order: Order, meshes: readonly CloudFile[], input: AnalysisInput): Promise<Cloud> {
  const [mesh] = meshes;
  if (mesh === undefined) throw failures.invalidData(input.name, 'it holds neither a point cloud nor an OBJ mesh');
  order.context.at?.(mesh.name);
  const { places, triangles } = await readObj(mesh);
  const step = numberOption(order, 'resolution') ?? usualStep;
  const { origin, srs } = await placeOf(input);
  const points = sampleTriangles(places, triangles, step, origin);
  if (points.count === 0) throw failures.invalidData(mesh.name, 'it holds no triangles');
  return { points, crs: srs === undefined ? undefined : crsOf(srs), grid: undefined };
}

const mostTriangles = 20_000_000;

async function readObj({ path, name }: CloudFile): Promise<{ places: number[]; triangles: number[] }> {
  const places: number[] = [];
  const triangles: number[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === 'v') places.push(Number(rest[0]), Number(rest[1]), Number(rest[2]));
    if (word !== 'f') continue;
    const corners = rest.map((one) => {
      const index = Number.parseInt(one, 10);
      return index < 0 ? places.length / 3 + index : index - 1;
    });
    for (let n = 2; n < corners.length; n++) triangles.push(corners[0] ?? 0, corners[n - 1] ?? 0, corners[n] ?? 0);
    if (triangles.length > 3 * mostTriangles) throw failures.limit(`${mostTriangles / 1e6} million triangles`);
  }
  const count = places.length / 3;
  if (places.some((value) => !Number.isFinite(value)) || triangles.some((n) => !(n >= 0 && n < count))) {
    throw failures.invalidData(name, 'a coordinate is no number, or a face names a corner that is not there');
  }
  return { places, triangles };
}

/** Of `metadata.xml` beside a mesh: where its coordinates begin, and their system. */
async function placeOf({
  folder,
  files,
}: AnalysisInput): Promise<{ origin: [number, number, number]; srs: string | undefined }> {
  const file = files.find((name) => /(^|\/)metadata\.xml$/i.test(name));
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  const [x = 0, y = 0, z = 0] = (/<SRSOrigin>([^<]*)</.exec(text)?.[1] ?? '').split(',').map(Number);
  const origin: [number, number, number] = [x || 0, y || 0, z || 0];
  return { origin, srs: /<SRS>([^<]*)</.exec(text)?.[1] };
}
