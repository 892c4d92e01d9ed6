import { MeshoptEncoder } from 'meshoptimizer';
import { firstEqual } from './equal.ts';
import type { Compression } from './params.ts';
import type { Place, TileTexture } from './pieces.ts';
import type { RoughPart } from './simplify.ts';

await MeshoptEncoder.ready;

/** What a tile shows, packed for a GLB: Y up; a group each of what is opaque, transparent, lines, or of one texture. */
export interface TileContent {
  /** Of the node: places times scale plus translation are metres, Y up. */
  readonly translation: Place;
  readonly scale: number;
  readonly compression: Compression;
  readonly groups: readonly TileGroup[];
  /** The features in it; their places here are the feature ids. */
  readonly features: readonly number[];
}

export interface TileGroup {
  readonly of: 'opaque' | 'transparent' | 'lines';
  readonly texture?: TileTexture | undefined;
  readonly vertexCount: number;
  /** Places as 16-bit numbers, else as floats. */
  readonly quantized: boolean;
  readonly low: Place;
  readonly high: Place;
  readonly places: Stream;
  /** Lines have none. */
  readonly normals?: Stream;
  readonly colors: Stream;
  readonly featureIds: Stream;
  /** Floats; only with a texture. */
  readonly uv?: Stream | undefined;
  readonly indices: Stream;
}

/** A buffer view, compressed with meshopt or as it is. */
export interface Stream {
  readonly bytes: Uint8Array;
  readonly mode: 'ATTRIBUTES' | 'TRIANGLES' | 'INDICES';
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
  compression: Compression = 'meshopt',
): TileContent | undefined {
  const features = [...new Set(parts.map(({ feature }) => feature))];
  const localIds = new Map(features.map((feature, n) => [feature, n]));
  const extent = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 1e-6);
  const quantized = compression === 'meshopt' && extent / grid <= Math.max(finest, error / 8);
  const frame: Frame = quantized
    ? { compression, quantized, origin: [low[0], low[2], -high[1]], scale: extent / grid }
    : {
        compression,
        quantized,
        origin: [(low[0] + high[0]) / 2, (low[2] + high[2]) / 2, -(low[1] + high[1]) / 2],
        scale: 1,
      };
  const kindOf = ({ mesh, color }: RoughPart): TileGroup['of'] =>
    mesh.lines === true ? 'lines' : (color[3] ?? 1) < 1 ? 'transparent' : 'opaque';
  const textures = [undefined, ...new Set(parts.flatMap(({ texture }) => texture ?? []))];
  const groups = textures.flatMap((texture) =>
    (['opaque', 'transparent', 'lines'] as const).flatMap((of) => {
      const chosen = parts.filter((part) => part.texture === texture && kindOf(part) === of);
      const group = groupOf(chosen, { of, texture }, frame, (feature) => localIds.get(feature) ?? 0);
      return group === undefined ? [] : [group];
    }),
  );
  const { origin: translation, scale } = frame;
  return groups.length === 0 ? undefined : { translation, scale, compression, groups, features };
}

interface Frame {
  readonly compression: Compression;
  readonly quantized: boolean;
  readonly origin: Place;
  readonly scale: number;
}

function groupOf(
  parts: readonly RoughPart[],
  { of, texture }: Pick<TileGroup, 'of' | 'texture'>,
  frame: Frame,
  localId: (feature: number) => number,
): TileGroup | undefined {
  const { words, width, corners } = packed(parts, frame, localId, texture !== undefined);
  const count = words.length / width;
  const places = placeWords(frame);
  const indices = distinct({ words, width, places, corners, per: of === 'lines' ? 2 : 3 });
  if (indices.length === 0) return undefined;
  // triangles are ordered for the cache of vertices, lines stay as they are
  const [remap, vertexCount] =
    of === 'lines' ? inOrder(indices, count) : MeshoptEncoder.reorderMesh(indices, true, true);
  const ordered = new Uint32Array(width * vertexCount);
  for (let n = 0; n < count; n++) {
    const target = remap[n] ?? none;
    if (target !== none) ordered.set(words.subarray(width * n, width * n + width), width * target);
  }
  const { normals, uv, ...rest } = streams(ordered, width, vertexCount, frame);
  return {
    of,
    vertexCount,
    quantized: frame.quantized,
    ...rest,
    ...(of === 'lines' ? {} : { normals }),
    ...(texture === undefined ? {} : { texture, uv }),
    indices: indexStream(indices, vertexCount, of === 'lines' ? 'INDICES' : 'TRIANGLES', frame.compression),
  };
}

interface Corners {
  readonly words: Uint32Array;
  readonly width: number;
  /** Words of a place. */
  readonly places: number;
  readonly corners: Uint32Array;
  /** Corners of a triangle or a line. */
  readonly per: 2 | 3;
}

/** Triangles or lines of vertices that are equal but once, without those two of whose corners are at one place. */
function distinct({ words, width, places, corners, per }: Corners): Uint32Array {
  const find = firstEqual(words, width, words.length / width);
  const kept = new Uint32Array(corners.length);
  let used = 0;
  for (let n = 0; n + per <= corners.length; n += per) {
    const [a, b] = [find(corners[n] ?? 0), find(corners[n + 1] ?? 0)];
    const c = per === 3 ? find(corners[n + 2] ?? 0) : -1;
    const same = (one: number, other: number) => samePlace(words, width, places, one, other);
    if (same(a, b) || (c !== -1 && (same(b, c) || same(c, a)))) continue;
    kept.set(c === -1 ? [a, b] : [a, b, c], used);
    used += per;
  }
  return kept.slice(0, used);
}

/** Numbers the vertices that are used, in the order in which they are; the indices are changed. */
function inOrder(indices: Uint32Array, count: number): [remap: Uint32Array, used: number] {
  const remap = new Uint32Array(count).fill(none);
  let used = 0;
  for (const [n, index] of indices.entries()) {
    if (remap[index] === none) remap[index] = used++;
    indices[n] = remap[index] ?? 0;
  }
  return [remap, used];
}

const none = 0xffffffff;
const placeWords = ({ quantized }: Frame): number => (quantized ? 2 : 3);

/** Places are whole numbers of the grid, or rounded floats: equal bits are equal places. */
function samePlace(words: Uint32Array, width: number, places: number, a: number, b: number): boolean {
  for (let n = 0; n < places; n++) if (words[width * a + n] !== words[width * b + n]) return false;
  return true;
}

/**
 * One vertex after the other: place (2 words of 16-bit numbers, or 3 floats), normal, colour (2 words), feature id, and
 * with a texture the place in it (2 floats).
 */
function packed(parts: readonly RoughPart[], frame: Frame, localId: (feature: number) => number, textured: boolean) {
  const { quantized, origin, scale } = frame;
  const places = placeWords(frame);
  const width = places + (textured ? 6 : 4);
  const count = parts.reduce((sum, { mesh }) => sum + mesh.vertices.length / 6, 0);
  const words = new Uint32Array(width * count);
  const floats = new Float32Array(words.buffer);
  const shorts = new Uint16Array(words.buffer);
  const bytes = new Int8Array(words.buffer);
  const corners = new Uint32Array(parts.reduce((sum, { mesh }) => sum + mesh.indices.length, 0));
  let vertex = 0;
  let corner = 0;
  for (const { mesh, color, feature } of parts) {
    const { vertices, center, uv } = mesh;
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
      const after = base + places;
      packNormal(bytes, 4 * after, vertices, at + 3);
      for (let n = 0; n < 4; n++) shorts[2 * (after + 1) + n] = paint[n] ?? 65_535;
      shorts[2 * (after + 3)] = id;
      if (textured) floats.set([uv?.[at / 3] ?? 0, uv?.[at / 3 + 1] ?? 0], after + 4);
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

function streams(words: Uint32Array, width: number, count: number, frame: Frame) {
  const at = placeWords(frame);
  const places = columns(words, width, count, 0, at);
  const normals = columns(words, width, count, at, 1);
  const stream = (values: Uint32Array) => attributes(values, count, frame.compression);
  return {
    ...boundsOf(places, at === 2),
    places: stream(places),
    normals: stream(frame.compression === 'none' ? floatNormals(normals) : normals),
    colors: stream(columns(words, width, count, at + 1, 2)),
    featureIds: stream(columns(words, width, count, at + 3, 1)),
    uv: width > at + 4 ? stream(columns(words, width, count, at + 4, 2)) : undefined,
  };
}

/** As glTF has them without an extension: of length 1, in three floats. */
function floatNormals(packed: Uint32Array): Uint32Array {
  const bytes = new Int8Array(packed.buffer);
  const floats = new Float32Array(3 * packed.length);
  for (let n = 0; n < packed.length; n++) {
    const [x = 0, y = 0, z = 0] = bytes.subarray(4 * n, 4 * n + 3);
    const length = Math.hypot(x, y, z);
    floats.set(length === 0 ? [0, 1, 0] : [x / length, y / length, z / length], 3 * n);
  }
  return new Uint32Array(floats.buffer);
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

function attributes(words: Uint32Array, count: number, compression: Compression): Stream {
  const stride = words.byteLength / count;
  return encoded(new Uint8Array(words.buffer), { mode: 'ATTRIBUTES', count, stride }, compression);
}

function encoded(bytes: Uint8Array, of: Omit<Stream, 'bytes'>, compression: Compression): Stream {
  if (compression === 'none') return { ...of, bytes };
  return { ...of, bytes: MeshoptEncoder.encodeGltfBuffer(bytes, of.count, of.stride, of.mode) };
}

function indexStream(
  indices: Uint32Array,
  vertexCount: number,
  mode: 'TRIANGLES' | 'INDICES',
  compression: Compression,
): Stream {
  const small = vertexCount <= grid;
  const source = small ? Uint16Array.from(indices) : indices;
  const stride = small ? 2 : 4;
  return encoded(new Uint8Array(source.buffer), { mode, count: indices.length, stride }, compression);
}
