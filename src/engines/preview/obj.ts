import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { EngineFailure } from '../engine.ts';
import { writeGlb } from './pack.ts';
import { mostTriangles } from './params.ts';

const longestLine = 1_000_000;

/**
 * Writes the faces of a Wavefront OBJ as a GLB: metres, Y up, as it is usual for the format. Materials and everything
 * else that it refers to lie in other files and are left out.
 */
export async function writeObjAsGlb(input: string, output: string): Promise<void> {
  const points: number[] = [];
  const triangles: number[] = [];
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(input), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.length > longestLine) throw wrong(number);
    const [what, ...values] = line.trim().split(/\s+/);
    if (what === 'v') points.push(...pointIn(values, number));
    if (what === 'f') triangles.push(...faceIn(values, points.length / 3, number));
    if (triangles.length > 3 * mostTriangles) {
      throw new EngineFailure('TooManyTriangles', `The file has more than ${mostTriangles} triangles.`);
    }
  }
  if (triangles.length === 0) throw new EngineFailure('NoShapes', 'The file holds no shapes.');
  await writeGlb(output, gltfOf(points, triangles));
}

const wrong = (line: number): EngineFailure =>
  new EngineFailure('NotAShapeFile', 'This is no line of an OBJ file.', line);

function pointIn(values: readonly string[], line: number): number[] {
  const numbers = values.slice(0, 3).map(Number);
  if (numbers.length < 3 || !numbers.every(Number.isFinite)) throw wrong(line);
  return numbers;
}

/** A face as a fan; negative numbers count from the end. */
function faceIn(values: readonly string[], count: number, line: number): number[] {
  const corners = values.map((value) => {
    const at = Number(value.split('/')[0]);
    const index = at < 0 ? count + at : at - 1;
    if (!Number.isInteger(at) || index < 0 || index >= count) throw wrong(line);
    return index;
  });
  if (corners.length < 3) throw wrong(line);
  return corners.slice(2).flatMap((last, at) => [corners[0] ?? 0, corners[at + 1] ?? 0, last]);
}

/** Around its own middle, for far coordinates have no room in small numbers. */
function gltfOf(points: readonly number[], triangles: readonly number[]) {
  const [low, high] = boxOf(points);
  const middle = low.map((value, axis) => (value + (high[axis] ?? 0)) / 2);
  const places = Float32Array.from(points, (value, at) => value - (middle[at % 3] ?? 0));
  const order = Uint32Array.from(triangles);
  const buffers = [places, order].map((list) => Buffer.from(list.buffer, list.byteOffset, list.byteLength));
  const views = buffers.map((bytes, buffer) => ({ buffer, byteOffset: 0, byteLength: bytes.length }));
  const [least, largest] = boxOf(places);
  const json = {
    asset: { version: '2.0', generator: 'Twin Platform' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, translation: middle }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
    materials: [
      { doubleSided: true, pbrMetallicRoughness: { baseColorFactor: [0.8, 0.8, 0.8, 1], metallicFactor: 0 } },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: places.length / 3, type: 'VEC3', min: least, max: largest },
      { bufferView: 1, componentType: 5125, count: order.length, type: 'SCALAR' },
    ],
  };
  return { json, views, buffers };
}

function boxOf(points: ArrayLike<number>): [number[], number[]] {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (let at = 0; at < points.length; at++) {
    const value = points[at] ?? 0;
    low[at % 3] = Math.min(low[at % 3] ?? value, value);
    high[at % 3] = Math.max(high[at % 3] ?? value, value);
  }
  return [low, high];
}
