import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { glbHead } from '../../geometry/glb.ts';
import {
  arrayBuffer,
  elementArrayBuffer,
  float,
  type GeometryAccessor,
  type GeometryMaterial,
  type GeometryMesh,
  type GeometryNode,
  type GeometryView,
  geometryFormat,
  unsignedInt,
  vertexSize,
} from '../../geometry/gltf.ts';
import { id64 } from '../../snapshot/id64.ts';

export interface Triangles {
  /** Place and normal, 6 floats a vertex. */
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
}

/** A shape as the mesher gives it. */
export interface Shape extends Triangles {
  /** Whether its surface closes. */
  readonly closed: boolean;
}

export interface PlacedShape {
  readonly shape: Shape;
  /** Column-major, to Y up in metres. */
  readonly matrix: readonly number[];
  /** sRGB and opacity, 0 to 1. */
  readonly color: readonly [r: number, g: number, b: number, a: number];
  /** The instance in the file that it came of. */
  readonly item?: number;
}

export interface GeometryWriter {
  add(element: number, shapes: readonly PlacedShape[]): void;
  /** Writes what is left; answers the paths of the parts. */
  finish(): string[];
}

/** Bytes of a part, at which the next one is begun: buffers of glTF readers end at 2 GiB, and JSON comes on top. */
const fullPart = 900 * 2 ** 20;

/** Writes the geometry artefact: GLB parts, a node per element. */
export function geometryWriter(folder: string): GeometryWriter {
  const paths: string[] = [];
  let part: Part | undefined;
  const end = () => {
    if (part !== undefined) paths.push(part.finish());
    part = undefined;
  };
  return {
    add(element, shapes) {
      part ??= openPart(join(folder, `geometry-${paths.length + 1}.glb`));
      part.add(element, shapes);
      if (part.size() >= fullPart) end();
    },
    finish() {
      end();
      return paths;
    },
  };
}

interface Part {
  add(element: number, shapes: readonly PlacedShape[]): void;
  size(): number;
  finish(): string;
}

function openPart(path: string): Part {
  const bin = binaryFile(`${path}.bin`);
  const nodes: GeometryNode[] = [];
  const roots: number[] = [];
  const { meshOf, lists } = openMeshes(bin);
  return {
    add(element, shapes) {
      const placed = shapes.map((shape) => ({ mesh: meshOf(shape), matrix: shape.matrix }));
      const extras = { id: id64(element) };
      const [only] = placed;
      if (placed.length === 1 && only !== undefined) roots.push(nodes.push({ extras, ...only }) - 1);
      else roots.push(nodes.push({ extras, children: placed.map((node) => nodes.push(node) - 1) }) - 1);
    },
    size: bin.size,
    finish() {
      const gltf = {
        asset: { version: '2.0', generator: 'Twin Platform' },
        extras: { format: geometryFormat },
        scene: 0,
        scenes: [{ nodes: roots }],
        nodes,
        ...lists,
        buffers: [{ byteLength: bin.size() }],
      };
      bin.moveInto(path, glbHead(gltf, bin.size()));
      return path;
    },
  };
}

/** The meshes of a part: equal ones once, with shapes and materials that they share. */
function openMeshes(bin: ReturnType<typeof binaryFile>) {
  const bufferViews: GeometryView[] = [];
  const accessors: GeometryAccessor[] = [];
  const meshes: GeometryMesh[] = [];
  const materials: GeometryMaterial[] = [];
  const firstAccessors = new Map<string, number>();
  const meshByKey = new Map<string, number>();
  const materialByColor = new Map<string, number>();

  /** The accessors of a shape: the first of three. */
  const accessorsOf = ({ vertices, indices }: Shape, key: string): number => {
    const known = firstAccessors.get(key);
    if (known !== undefined) return known;
    const points = bin.write(vertices);
    const corners = bin.write(indices);
    const view = bufferViews.length;
    bufferViews.push(
      { buffer: 0, byteOffset: points, byteLength: vertices.byteLength, byteStride: vertexSize, target: arrayBuffer },
      { buffer: 0, byteOffset: corners, byteLength: indices.byteLength, target: elementArrayBuffer },
    );
    const count = (vertices.length * 4) / vertexSize;
    const vertex = { bufferView: view, componentType: float, count, type: 'VEC3' } as const;
    const first = accessors.length;
    accessors.push(
      { ...vertex, ...boundsOf(vertices) },
      { ...vertex, byteOffset: 12 },
      { bufferView: view + 1, componentType: unsignedInt, count: indices.length, type: 'SCALAR' },
    );
    firstAccessors.set(key, first);
    return first;
  };
  const materialOf = (color: PlacedShape['color']): number => {
    const key = color.join();
    const known = materialByColor.get(key) ?? materials.push(materialFor(color)) - 1;
    materialByColor.set(key, known);
    return known;
  };
  const meshOf = ({ shape, color }: PlacedShape): number => {
    const material = materialOf(color);
    const content = contentKey(shape);
    const key = `${content} ${material}`;
    const known = meshByKey.get(key);
    if (known !== undefined) return known;
    const first = accessorsOf(shape, content);
    const attributes = { POSITION: first, NORMAL: first + 1 };
    const mesh = meshes.push({ primitives: [{ attributes, indices: first + 2, material }] }) - 1;
    meshByKey.set(key, mesh);
    return mesh;
  };
  return { meshOf, lists: { meshes, materials, accessors, bufferViews } };
}

/** Equal for equal shapes. The number that the library gives them is not enough: a wall keeps it when it gets a hole. */
function contentKey({ vertices, indices }: Shape): string {
  const sum = (values: Float32Array | Uint32Array) =>
    crc32(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return `${vertices.length} ${sum(vertices)} ${indices.length} ${sum(indices)}`;
}

function boundsOf(vertices: Float32Array): { readonly min: readonly number[]; readonly max: readonly number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < vertices.length; at += 6) {
    for (let axis = 0; axis < 3; axis++) {
      const value = vertices[at + axis] ?? 0;
      if (value < (min[axis] ?? 0)) min[axis] = value;
      if (value > (max[axis] ?? 0)) max[axis] = value;
    }
  }
  return { min, max };
}

/** sRGB → linear. */
const linear = (value: number): number =>
  Math.round((value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4) * 1e6) / 1e6;

const materialFor = ([r, g, b, a]: PlacedShape['color']): GeometryMaterial => ({
  pbrMetallicRoughness: {
    baseColorFactor: [linear(r), linear(g), linear(b), a],
    metallicFactor: 0,
    roughnessFactor: 0.9,
  },
  doubleSided: true,
  ...(a < 1 ? { alphaMode: 'BLEND' as const } : {}),
});

/** The binary data of a part, kept in a file of its own until its length is known. */
function binaryFile(path: string) {
  const file = openSync(path, 'w+');
  const waiting: Uint8Array[] = [];
  let waitingSize = 0;
  let size = 0;
  const flush = () => {
    const all = Buffer.concat(waiting.splice(0));
    for (let at = 0; at < all.length; ) at += writeSync(file, all, at);
    waitingSize = 0;
  };
  return {
    size: () => size,
    /** The bytes are copied; answers where they are. */
    write(values: Float32Array | Uint32Array): number {
      const offset = size;
      waiting.push(new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice());
      size += values.byteLength;
      waitingSize += values.byteLength;
      if (waitingSize > 2 ** 22) flush();
      return offset;
    },
    moveInto(target: string, head: Uint8Array) {
      flush();
      const out = openSync(target, 'w');
      const writeAll = (bytes: Uint8Array) => {
        for (let at = 0; at < bytes.length; ) at += writeSync(out, bytes, at);
      };
      writeAll(head);
      const chunk = Buffer.alloc(2 ** 22);
      for (let at = 0; at < size; ) {
        const length = readSync(file, chunk, 0, chunk.length, at);
        writeAll(chunk.subarray(0, length));
        at += length;
      }
      closeSync(out);
      closeSync(file);
      rmSync(path);
    },
  };
}
