import { closeSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { padded } from '../geometry/glb.ts';
import { arrayBuffer, elementArrayBuffer, float, lineMode, unsignedInt, vertexSize } from '../geometry/gltf.ts';
import type { ElementRow } from '../snapshot/types.ts';
import type { ExportedFile } from './params.ts';
import type { Mesh, Piece, PieceFile, TileTexture } from './pieces.ts';
import { writeFile } from './write-tiles.ts';

/** Writes the pair Export.gltf and Export.bin: a node per element, nothing compressed, for programs of any age. */
export function writeGltf(
  folder: string,
  pieces: readonly Piece[],
  file: PieceFile,
  rows: readonly ElementRow[],
): ExportedFile[] {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'Export.bin');
  const bin = binaryFile(path);
  const lists = meshLists(bin.append);
  const nodes: object[] = [];
  const meshes: object[] = [];
  const pictures = pictureList(lists.picture);
  const materials = materialList(pictures.of);
  for (const group of byFeature(pieces)) {
    const center = group[0] === undefined ? ([0, 0, 0] as const) : file.read(group[0]).center;
    const primitives = group.map((piece) => ({
      ...lists.add(yUp(file.read(piece), center)),
      material: materials.of(piece.color, piece.texture),
    }));
    const row = rows[group[0]?.feature ?? -1];
    const name = row?.name ?? row?.globalId ?? '';
    const extras = { id: row?.id, globalId: row?.globalId, class: row?.class };
    const [x, y, z] = center;
    nodes.push({ name, mesh: meshes.push({ primitives }) - 1, translation: [x, z, -y], extras });
  }
  const byteLength = bin.close();
  const gltf = {
    asset: { version: '2.0', generator: 'Twin Platform' },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, n) => n) }],
    nodes,
    meshes,
    materials: materials.all,
    accessors: lists.accessors,
    bufferViews: lists.views,
    ...pictures.members(),
    buffers: [{ uri: 'Export.bin', byteLength }],
  };
  return [
    { name: 'Export.bin', path, size: statSync(path).size },
    writeFile(folder, 'Export.gltf', JSON.stringify(gltf)),
  ];
}

type Append = (values: Float32Array | Uint32Array | Uint8Array) => number;

/** A file of numbers that grows: `append` answers where they begin, `close` how many bytes there are. */
function binaryFile(path: string): { append: Append; close(): number } {
  const file = openSync(path, 'w');
  let size = 0;
  return {
    append(values) {
      const bytes = new Uint8Array(padded(values.byteLength));
      bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      size += bytes.length;
      return size - bytes.length;
    },
    close() {
      closeSync(file);
      return size;
    },
  };
}

/** The views and accessors of meshes: `add` answers a primitive of one. */
function meshLists(append: Append) {
  const views: object[] = [];
  const accessors: object[] = [];
  const view = (values: Float32Array | Uint32Array | Uint8Array, more: object): number =>
    views.push({ buffer: 0, byteOffset: append(values), byteLength: values.byteLength, ...more }) - 1;
  const lineSet = (vertices: Float32Array, indices: Uint32Array) => {
    const places = Float32Array.from(
      { length: vertices.length / 2 },
      (_, n) => vertices[n + 3 * Math.floor(n / 3)] ?? 0,
    );
    const vertex = { bufferView: view(places, { byteStride: 12, target: arrayBuffer }), componentType: float };
    const order = view(indices, { target: elementArrayBuffer });
    const first = accessors.length;
    accessors.push(
      { ...vertex, count: places.length / 3, type: 'VEC3', ...bounds(vertices) },
      { bufferView: order, componentType: unsignedInt, count: indices.length, type: 'SCALAR' },
    );
    return { attributes: { POSITION: first }, indices: first + 1, mode: lineMode };
  };
  return {
    views,
    accessors,
    picture: (bytes: Uint8Array) => view(bytes, {}),
    add({ lines, vertices, indices, uv }: Pick<Mesh, 'lines' | 'vertices' | 'indices' | 'uv'>) {
      if (lines === true) return lineSet(vertices, indices);
      const places = view(vertices, { byteStride: vertexSize, target: arrayBuffer });
      const order = view(indices, { target: elementArrayBuffer });
      const vertex = { bufferView: places, componentType: float, count: vertices.length / 6, type: 'VEC3' };
      const first = accessors.length;
      accessors.push(
        { ...vertex, ...bounds(vertices) },
        { ...vertex, byteOffset: 12 },
        { bufferView: order, componentType: unsignedInt, count: indices.length, type: 'SCALAR' },
      );
      if (uv !== undefined) {
        const inTexture = view(uv, { byteStride: 8, target: arrayBuffer });
        accessors.push({ ...vertex, bufferView: inTexture, type: 'VEC2' });
      }
      const own = uv === undefined ? {} : { TEXCOORD_0: first + 3 };
      return { attributes: { POSITION: first, NORMAL: first + 1, ...own }, indices: first + 2 };
    },
  };
}

/** Pieces of one element follow each other. */
function byFeature(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last?.[0]?.feature === piece.feature) last.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

function yUp(
  { lines, vertices, indices, center, uv }: Mesh,
  origin: readonly number[],
): Pick<Mesh, 'lines' | 'vertices' | 'indices' | 'uv'> {
  const turned = new Float32Array(vertices.length);
  const [x = 0, y = 0, z = 0] = center.map((value, axis) => value - (origin[axis] ?? 0));
  for (let at = 0; at < vertices.length; at += 6) {
    turned[at] = (vertices[at] ?? 0) + x;
    turned[at + 1] = (vertices[at + 2] ?? 0) + z;
    turned[at + 2] = -((vertices[at + 1] ?? 0) + y);
    turned[at + 3] = vertices[at + 3] ?? 0;
    turned[at + 4] = vertices[at + 5] ?? 0;
    turned[at + 5] = -(vertices[at + 4] ?? 0);
  }
  return { lines, vertices: turned, indices, uv };
}

function bounds(vertices: Float32Array): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < vertices.length; at += 6) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis] ?? 0, vertices[at + axis] ?? 0);
      max[axis] = Math.max(max[axis] ?? 0, vertices[at + axis] ?? 0);
    }
  }
  return { min, max };
}

/** Pictures, in the file of numbers, too. */
function pictureList(view: (bytes: Uint8Array) => number) {
  const all: TileTexture[] = [];
  const images: object[] = [];
  return {
    of(texture: TileTexture | undefined): number | undefined {
      if (texture === undefined) return undefined;
      if (!all.includes(texture)) {
        all.push(texture);
        images.push({ bufferView: view(texture.bytes), mimeType: texture.mimeType });
      }
      return all.indexOf(texture);
    },
    members: () =>
      all.length === 0
        ? {}
        : {
            images,
            samplers: all.map(({ wrapS, wrapT }) => ({ wrapS, wrapT })),
            textures: all.map((_, n) => ({ source: n, sampler: n })),
          },
  };
}

function materialList(pictureOf: (texture: TileTexture | undefined) => number | undefined) {
  const all: object[] = [];
  const known = new Map<string, number>();
  return {
    all,
    of(color: readonly number[], texture: TileTexture | undefined): number {
      const picture = pictureOf(texture);
      const key = `${color.join()} ${picture}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const blend = (color[3] ?? 1) < 1 ? { alphaMode: 'BLEND' } : {};
      const image = picture === undefined ? {} : { baseColorTexture: { index: picture } };
      const surface = { baseColorFactor: color, metallicFactor: 0, roughnessFactor: 0.9, ...image };
      const made = all.push({ pbrMetallicRoughness: surface, doubleSided: true, ...blend }) - 1;
      known.set(key, made);
      return made;
    },
  };
}
