import { EngineFailure } from '../engine.ts';
import { identity, type Matrix, movePoints, multiply, transpose, zUpFromYUp } from '../matrix.ts';
import { numbersOf } from './accessor.ts';
import type { Gltf } from './gltf.ts';
import { broken, itemOf, type Members, membersOf, numbersIn, objectsIn, wholeIn } from './members.ts';
import { mostTriangles } from './params.ts';

/** Triangles of one colour at their place: Z up, metres. */
export interface Surface {
  /** Three numbers a point. */
  readonly points: Float64Array;
  /** Three points a triangle. */
  readonly triangles: Uint32Array;
  /** Linear, with opacity. */
  readonly color: readonly number[];
}

/** A few triangles can lie among many points, in many places. */
const mostPoints = 4 * mostTriangles;
const white: readonly number[] = [0.8, 0.8, 0.8, 1];

/** Every surface of the scene that is shown first. Lines and points are none. */
export function* surfacesOf(gltf: Gltf): Generator<Surface> {
  let triangleCount = 0;
  let pointCount = 0;
  for (const { primitive, matrix } of primitivesOf(gltf)) {
    const surface = surfaceOf(gltf, primitive, matrix);
    triangleCount += (surface?.triangles.length ?? 0) / 3;
    pointCount += (surface?.points.length ?? 0) / 3;
    if (triangleCount > mostTriangles || pointCount > mostPoints) {
      throw new EngineFailure('TooManyTriangles', `The file has more than ${mostTriangles} triangles.`);
    }
    if (surface) yield surface;
  }
}

/** A part of a mesh, and where it stands: to Z up. */
export interface PlacedPrimitive {
  readonly primitive: Members;
  readonly matrix: Matrix;
}

/** What the scene that is shown first is made of. */
export function* primitivesOf(gltf: Gltf): Generator<PlacedPrimitive> {
  const seen = new Set<number>();
  const waiting = rootsOf(gltf).map((node) => ({ node, matrix: zUpFromYUp }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    if (seen.has(node)) throw broken('its nodes are in a circle, or in two places');
    seen.add(node);
    const members = itemOf(gltf.nodes, node, 'node');
    const matrix = multiply(next.matrix, matrixOf(members));
    for (const child of indicesIn(members.children)) waiting.push({ node: child, matrix });
    if (members.mesh === undefined) continue;
    for (const primitive of objectsIn(itemOf(gltf.meshes, wholeIn(members, 'mesh'), 'mesh').primitives)) {
      yield { primitive, matrix };
    }
  }
}

const indicesIn = (value: unknown): number[] => {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw broken('a list of nodes is wrong');
  return value.map((one) => wholeIn({ node: one }, 'node'));
};

/** Without scenes all nodes that nobody holds. */
function rootsOf({ json, nodes }: Gltf): number[] {
  const scenes = objectsIn(json.scenes);
  if (scenes.length > 0) return indicesIn(itemOf(scenes, wholeIn(json, 'scene', 0), 'scene').nodes);
  const held = new Set(nodes.flatMap((node) => indicesIn(node.children)));
  return nodes.map((_, at) => at).filter((at) => !held.has(at));
}

function matrixOf(node: Members): Matrix {
  const matrix = numbersIn(node, 'matrix', 16);
  if (matrix) return transpose(matrix);
  const [x = 0, y = 0, z = 0] = numbersIn(node, 'translation', 3) ?? [];
  const [a = 0, b = 0, c = 0, d = 1] = numbersIn(node, 'rotation', 4) ?? [];
  const [u = 1, v = 1, w = 1] = numbersIn(node, 'scale', 3) ?? [];
  if (node.translation === undefined && node.rotation === undefined && node.scale === undefined) return identity;
  return [
    u * (1 - 2 * (b * b + c * c)),
    v * 2 * (a * b - c * d),
    w * 2 * (a * c + b * d),
    x,
    u * 2 * (a * b + c * d),
    v * (1 - 2 * (a * a + c * c)),
    w * 2 * (b * c - a * d),
    y,
    u * 2 * (a * c - b * d),
    v * 2 * (b * c + a * d),
    w * (1 - 2 * (a * a + b * b)),
    z,
    0,
    0,
    0,
    1,
  ];
}

/** The triangles of a primitive; undefined when it has none. */
export function surfaceOf(gltf: Gltf, primitive: Members, matrix: Matrix): Surface | undefined {
  const mode = wholeIn(primitive, 'mode', 4);
  const { POSITION } = membersOf(primitive.attributes);
  if (mode < 4 || mode > 6 || POSITION === undefined) return undefined;
  const points = placed(numbersOf(gltf, wholeIn({ POSITION }, 'POSITION'), 3), matrix);
  const order =
    primitive.indices === undefined
      ? Uint32Array.from({ length: points.length / 3 }, (_, at) => at)
      : new Uint32Array(numbersOf(gltf, wholeIn(primitive, 'indices'), 1));
  if (largestOf(order) >= points.length / 3) throw broken('a mesh refers to points that are not there');
  return { points, triangles: trianglesOf(order, mode), color: colorOf(gltf, primitive) };
}

/** -1 of none. */
function largestOf(numbers: Uint32Array): number {
  let largest = -1;
  for (const number of numbers) if (number > largest) largest = number;
  return largest;
}

function placed(points: Float64Array, m: Matrix): Float64Array {
  movePoints(points, m);
  if (!points.every(Number.isFinite)) throw broken('a coordinate is no number');
  return points;
}

/** Lists, strips and fans, as lists. */
function trianglesOf(order: Uint32Array, mode: number): Uint32Array {
  if (mode === 4) return order.subarray(0, order.length - (order.length % 3));
  const count = Math.max(0, order.length - 2);
  const triangles = new Uint32Array(3 * count);
  for (let n = 0; n < count; n++) {
    const turned = mode === 5 && n % 2 === 1;
    const [a, b] = mode === 6 ? [0, n + 1] : turned ? [n + 1, n] : [n, n + 1];
    triangles.set([order[a] ?? 0, order[b] ?? 0, order[n + 2] ?? 0], 3 * n);
  }
  return triangles;
}

function colorOf(gltf: Gltf, primitive: Members): readonly number[] {
  if (primitive.material === undefined) return white;
  const material = itemOf(gltf.materials, wholeIn(primitive, 'material'), 'material');
  return (
    numbersIn(membersOf(material.pbrMetallicRoughness), 'baseColorFactor', 4) ??
    (material.pbrMetallicRoughness ? [1, 1, 1, 1] : white)
  );
}
