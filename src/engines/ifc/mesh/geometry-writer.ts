import { join } from 'node:path';
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
import { linear } from '../../geometry/linear.ts';
import { id64 } from '../../snapshot/id64.ts';
import type { PlacedLines, PlacedShape, Shape, Textures } from '../shapes.ts';
import { contentKey } from './content-key.ts';
import { type BinaryFile, binaryFile } from './geometry-file.ts';
import { boundsOf, lineMeshes, originOf } from './geometry-lines.ts';
import { openPictures, type UsedPicture } from './geometry-pictures.ts';

export interface GeometryWriter {
  add(element: number, shapes: readonly PlacedShape[], lines?: readonly PlacedLines[]): void;
  /** Writes what is left; answers the paths of the parts. */
  finish(): string[];
}

/** Bytes of a part, at which the next one is begun: buffers of glTF readers end at 2 GiB, and JSON comes on top. */
const fullPart = 900 * 2 ** 20;

/** Writes the geometry artefact: GLB parts, a node per element. */
export function geometryWriter(folder: string, textures: Textures = new Map()): GeometryWriter {
  const paths: string[] = [];
  let part: Part | undefined;
  const end = () => {
    if (part !== undefined) paths.push(part.finish());
    part = undefined;
  };
  return {
    add(element, shapes, lines = []) {
      part ??= openPart(join(folder, `geometry-${paths.length + 1}.glb`), textures);
      part.add(element, shapes, lines);
      if (part.size() >= fullPart) end();
    },
    finish() {
      end();
      return paths;
    },
  };
}

interface Part {
  add(element: number, shapes: readonly PlacedShape[], lines: readonly PlacedLines[]): void;
  size(): number;
  finish(): string;
}

function openPart(path: string, textures: Textures): Part {
  const bin = binaryFile(`${path}.bin`);
  const nodes: GeometryNode[] = [];
  const roots: number[] = [];
  const { meshOf, lineMeshOf, lists } = openMeshes(bin, textures);
  return {
    add(element, shapes, lines) {
      const meshes = shapes.map((shape) => ({ mesh: meshOf(shape), matrix: shape.matrix }));
      const placed = [...meshes, ...lines.map((set) => ({ mesh: lineMeshOf(set), matrix: originOf(set) }))];
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
        ...lists(),
        buffers: [{ byteLength: bin.size() }],
      };
      bin.moveInto(path, glbHead(gltf, bin.size()));
      return path;
    },
  };
}

/** The meshes of a part: equal ones once, with shapes and materials that they share. */
function openMeshes(bin: BinaryFile, textures: Textures) {
  const bufferViews: GeometryView[] = [];
  const accessors: GeometryAccessor[] = [];
  const meshes: GeometryMesh[] = [];
  const pictures = openPictures(bin, bufferViews, textures);
  const materials: GeometryMaterial[] = [];
  const firstAccessors = new Map<string, number>();
  const meshByKey = new Map<string, number>();
  const materialByLook = new Map<string, number>();

  /** The accessors of a shape: the first of three, or of four with a texture. */
  const accessorsOf = ({ vertices, indices, uv }: Shape, key: string): number => {
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
    if (uv !== undefined) {
      const places = { buffer: 0, byteOffset: bin.write(uv), byteLength: uv.byteLength, byteStride: 8 } as const;
      const inTexture = bufferViews.push({ ...places, target: arrayBuffer }) - 1;
      accessors.push({ bufferView: inTexture, componentType: float, count: uv.length / 2, type: 'VEC2' });
    }
    firstAccessors.set(key, first);
    return first;
  };
  const materialOf = (color: PlacedShape['color'], texture?: number): number => {
    const key = `${color.join()} ${texture}`;
    const known = materialByLook.get(key) ?? materials.push(materialFor(color, pictures.of(texture))) - 1;
    materialByLook.set(key, known);
    return known;
  };
  const meshOf = ({ shape, color, texture }: PlacedShape): number => {
    const material = materialOf(color, texture);
    const content = contentKey(shape);
    const key = `${content} ${material}`;
    const known = meshByKey.get(key);
    if (known !== undefined) return known;
    const first = accessorsOf(shape, content);
    const inTexture = shape.uv === undefined ? {} : { TEXCOORD_0: first + 3 };
    const attributes = { POSITION: first, NORMAL: first + 1, ...inTexture };
    const mesh = meshes.push({ primitives: [{ attributes, indices: first + 2, material }] }) - 1;
    meshByKey.set(key, mesh);
    return mesh;
  };
  const lineMeshOf = lineMeshes(bin, { bufferViews, accessors, meshes }, materialOf);
  const lists = () => ({ meshes, materials, accessors, bufferViews, ...pictures.lists });
  return { meshOf, lineMeshOf, lists };
}

const materialFor = ([r, g, b, a]: PlacedShape['color'], picture?: UsedPicture): GeometryMaterial => ({
  pbrMetallicRoughness: {
    ...(picture === undefined ? {} : { baseColorTexture: { index: picture.index } }),
    baseColorFactor: [linear(r), linear(g), linear(b), a],
    metallicFactor: 0,
    roughnessFactor: 0.9,
  },
  doubleSided: true,
  ...(a < 1 ? { alphaMode: 'BLEND' as const } : {}),
  ...(picture === undefined ? {} : { extras: { mean: picture.mean } }),
});
