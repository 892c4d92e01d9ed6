import { MeshoptEncoder } from 'meshoptimizer';
import { firstEqual } from './equal.ts';
import type { Place } from './pieces.ts';
import type { RoughPart } from './simplify.ts';

await MeshoptEncoder.ready;

/** The triangles of a tile, packed for a GLB: Y up, two groups at most (opaque, transparent). */
export interface TileContent {
  /** Of the node: places times scale plus translation are metres, Y up. */
  readonly translation: Place;
  readonly scale: number;
  readonly groups: readonly TileGroup[];
  /** The features in it; their places here are the feature ids. */
  readonly features: readonly number[];
  readonly triangles: number;
}

export interface TileGroup {
  readonly blend: boolean;
  readonly vertexCount: number;
  /** Places as 16-bit numbers, else as floats. */
  readonly quantized: boolean;
  readonly low: Place;
  readonly high: Place;
  readonly places: Stream;
  readonly normals: Stream;
  readonly colors: Stream;
  readonly featureIds: Stream;
  readonly indices: Stream;
}

/** A buffer view compressed with meshopt. */
export interface Stream {
  readonly bytes: Uint8Array;
  readonly mode: 'ATTRIBUTES' | 'TRIANGLES';
  readonly count: number;
  readonly stride: number;
}

/** Metres that rounding to 16 bits may cost a tile with full detail; above it places stay floats. */
const finest = 0.001;
const grid = 65_535;
/** Floats are rounded to this part of a metre, so that they compress. */
const perMetre = 2048;

/** `error`: how far the triangles may lie from the true ones already. Undefined without triangles. */
export function tileContent(
  parts: readonly RoughPart[],
  low: Place,
  high: Place,
  error: number,
): TileContent | undefined {
  const features = [...new Set(parts.map(({ feature }) => feature))];
  const localIds = new Map(features.map((feature, n) => [feature, n]));
  const extent = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 1e-6);
  const quantized = extent / grid <= Math.max(finest, error / 8);
  const frame: Frame = quantized
    ? { quantized, origin: [low[0], low[2], -high[1]], scale: extent / grid }
    : { quantized, origin: [(low[0] + high[0]) / 2, (low[2] + high[2]) / 2, -(low[1] + high[1]) / 2], scale: 1 };
  const groups = [false, true].flatMap((blend) => {
    const chosen = parts.filter(({ color }) => (color[3] ?? 1) < 1 === blend);
    const group = groupOf(chosen, blend, frame, (feature) => localIds.get(feature) ?? 0);
    return group === undefined ? [] : [group];
  });
  if (groups.length === 0) return undefined;
  const triangles = groups.reduce((sum, group) => sum + group.indices.count / 3, 0);
  return { translation: frame.origin, scale: frame.scale, groups, features, triangles };
}

interface Frame {
  readonly quantized: boolean;
  readonly origin: Place;
  readonly scale: number;
}

function groupOf(
  parts: readonly RoughPart[],
  blend: boolean,
  frame: Frame,
  localId: (feature: number) => number,
): TileGroup | undefined {
  const { words, width, corners } = packed(parts, frame, localId);
  const count = words.length / width;
  const find = firstEqual(words, width, count);
  const triangles = new Uint32Array(corners.length);
  let used = 0;
  for (let n = 0; n + 2 < corners.length; n += 3) {
    const [a, b, c] = [find(corners[n] ?? 0), find(corners[n + 1] ?? 0), find(corners[n + 2] ?? 0)];
    if (!samePlace(words, width, a, b) && !samePlace(words, width, b, c) && !samePlace(words, width, c, a)) {
      triangles[used++] = a;
      triangles[used++] = b;
      triangles[used++] = c;
    }
  }
  if (used === 0) return undefined;
  const indices = triangles.slice(0, used);
  const [remap, vertexCount] = MeshoptEncoder.reorderMesh(indices, true, true);
  const ordered = new Uint32Array(width * vertexCount);
  for (let n = 0; n < count; n++) {
    const target = remap[n] ?? none;
    if (target !== none) ordered.set(words.subarray(width * n, width * n + width), width * target);
  }
  return {
    blend,
    vertexCount,
    quantized: frame.quantized,
    ...streams(ordered, width, vertexCount),
    indices: indexStream(indices, vertexCount),
  };
}

const none = 0xffffffff;
const placeWords = (width: number): number => width - 4;

/** Places are whole numbers of the grid, or rounded floats: equal bits are equal places. */
function samePlace(words: Uint32Array, width: number, a: number, b: number): boolean {
  for (let n = 0; n < placeWords(width); n++) if (words[width * a + n] !== words[width * b + n]) return false;
  return true;
}

/** One vertex after the other: place (2 words of 16-bit numbers, or 3 floats), normal, colour (2 words), feature id. */
function packed(
  parts: readonly RoughPart[],
  { quantized, origin, scale }: Frame,
  localId: (feature: number) => number,
) {
  const width = quantized ? 6 : 7;
  const count = parts.reduce((sum, { mesh }) => sum + mesh.vertices.length / 6, 0);
  const words = new Uint32Array(width * count);
  const floats = new Float32Array(words.buffer);
  const shorts = new Uint16Array(words.buffer);
  const bytes = new Int8Array(words.buffer);
  const corners = new Uint32Array(parts.reduce((sum, { mesh }) => sum + mesh.indices.length, 0));
  let vertex = 0;
  let corner = 0;
  for (const { mesh, color, feature } of parts) {
    const { vertices, center } = mesh;
    const id = localId(feature);
    const paint = color.map((value) => Math.round(65_535 * Math.min(1, Math.max(0, value))));
    for (const index of mesh.indices) corners[corner++] = vertex + index;
    for (let at = 0; at < vertices.length; at += 6, vertex++) {
      const base = width * vertex;
      const place = [
        (vertices[at] ?? 0) + center[0] - origin[0],
        (vertices[at + 2] ?? 0) + center[2] - origin[1],
        -((vertices[at + 1] ?? 0) + center[1]) - origin[2],
      ];
      if (quantized) packOnGrid(shorts, 2 * base, place, scale);
      else packAsFloats(floats, base, place);
      const after = base + width - 4;
      packNormal(bytes, 4 * after, vertices, at + 3);
      for (let n = 0; n < 4; n++) shorts[2 * (after + 1) + n] = paint[n] ?? 65_535;
      shorts[2 * (after + 3)] = id;
    }
  }
  return { words, width, corners };
}

function packOnGrid(shorts: Uint16Array, to: number, place: readonly number[], scale: number): void {
  for (let axis = 0; axis < 3; axis++) {
    shorts[to + axis] = Math.min(grid, Math.max(0, Math.round((place[axis] ?? 0) / scale)));
  }
}

function packAsFloats(floats: Float32Array, to: number, place: readonly number[]): void {
  for (let axis = 0; axis < 3; axis++) floats[to + axis] = Math.round((place[axis] ?? 0) * perMetre) / perMetre + 0;
}

/** Turned as places are: up is y. */
function packNormal(bytes: Int8Array, to: number, vertices: Float32Array, from: number): void {
  bytes[to] = Math.round(127 * (vertices[from] ?? 0));
  bytes[to + 1] = Math.round(127 * (vertices[from + 2] ?? 0));
  bytes[to + 2] = Math.round(-127 * (vertices[from + 1] ?? 0));
}

function streams(words: Uint32Array, width: number, count: number) {
  const at = placeWords(width);
  const places = columns(words, width, count, 0, at);
  return {
    ...boundsOf(places, at === 2),
    places: attributes(places, count),
    normals: attributes(columns(words, width, count, at, 1), count),
    colors: attributes(columns(words, width, count, at + 1, 2), count),
    featureIds: attributes(columns(words, width, count, at + 3, 1), count),
  };
}

function columns(words: Uint32Array, width: number, count: number, first: number, wide: number): Uint32Array {
  const found = new Uint32Array(wide * count);
  for (let n = 0; n < count; n++) {
    for (let word = 0; word < wide; word++) found[wide * n + word] = words[width * n + first + word] ?? 0;
  }
  return found;
}

function boundsOf(places: Uint32Array, quantized: boolean): { readonly low: Place; readonly high: Place } {
  const values = quantized ? new Uint16Array(places.buffer) : new Float32Array(places.buffer);
  const stride = quantized ? 4 : 3;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < values.length; at += stride) {
    for (const axis of [0, 1, 2] as const) {
      const value = values[at + axis] ?? 0;
      if (value < low[axis]) low[axis] = value;
      if (value > high[axis]) high[axis] = value;
    }
  }
  return { low, high };
}

function attributes(words: Uint32Array, count: number): Stream {
  const stride = words.byteLength / count;
  const bytes = MeshoptEncoder.encodeGltfBuffer(new Uint8Array(words.buffer), count, stride, 'ATTRIBUTES');
  return { bytes, mode: 'ATTRIBUTES', count, stride };
}

function indexStream(indices: Uint32Array, vertexCount: number): Stream {
  const small = vertexCount <= grid;
  const source = small ? Uint16Array.from(indices) : indices;
  const stride = small ? 2 : 4;
  const bytes = MeshoptEncoder.encodeGltfBuffer(new Uint8Array(source.buffer), indices.length, stride, 'TRIANGLES');
  return { bytes, mode: 'TRIANGLES', count: indices.length, stride };
}
