import { openFile, type RandomAccess } from '../random-access.ts';
import type { Id64 } from '../snapshot/types.ts';
import { glbPlaces } from './glb.ts';
import { type GeometryGltf, type GeometryNode, geometryFormat, lineMode } from './gltf.ts';

/** An element with what it is made of. */
export interface MeshedElement {
  readonly id: Id64;
  readonly shapes: readonly MeshedShape[];
  readonly lines: readonly MeshedLines[];
}

export interface MeshedLines {
  /** Column-major, to Y up in metres. */
  readonly matrix: readonly number[];
  /** Linear, with opacity. */
  readonly color: readonly number[];
  readonly count: number;
  read(): Promise<LineData>;
}

export interface LineData {
  /** 3 floats a point. */
  readonly points: Float32Array;
  /** Two points each. */
  readonly indices: Uint32Array;
}

export interface MeshedShape {
  /** Column-major, to Y up in metres. */
  readonly matrix: readonly number[];
  /** Linear, with opacity. */
  readonly color: readonly number[];
  readonly texture?: MeshedTexture;
  readonly triangles: number;
  /** Reads the triangles; shapes that are used often are read once for a while. */
  read(): Promise<ShapeData>;
}

export interface MeshedTexture {
  /** The same for the same picture. */
  readonly key: string;
  readonly mimeType: string;
  /** As glTF names them. */
  readonly wrapS: number;
  readonly wrapT: number;
  /** Its mean colour, linear. */
  readonly mean: readonly number[];
  read(): Promise<Uint8Array>;
}

export interface ShapeData {
  /** Place and normal, 6 floats a vertex. */
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
  /** In the texture, 2 floats a vertex. */
  readonly uv?: Float32Array;
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Bytes of shapes that are kept because the next element may use them, too. */
const remembered = 32 * 2 ** 20;

/** All elements of the geometry artefact, part by part. Throws when a file is no such artefact. */
export async function* meshedElements(paths: readonly string[]): AsyncIterableIterator<MeshedElement> {
  for (const path of paths) {
    const file = await openFile(path);
    try {
      yield* elementsOf(file, path);
    } finally {
      await file.close();
    }
  }
}

async function* elementsOf(file: RandomAccess, path: string): AsyncIterableIterator<MeshedElement> {
  const places = glbPlaces(Buffer.from(await file.read(0, Math.min(20, file.size))));
  if (places === undefined) throw new Error(`${path} is no geometry of a model.`);
  const gltf: GeometryGltf = JSON.parse(Buffer.from(await file.read(20, places.jsonLength)).toString('utf8'));
  if (gltf.extras.format !== geometryFormat)
    throw new Error(`${path} has format ${gltf.extras.format}, not ${geometryFormat}.`);
  const read = shapeReader(file, gltf, places.binOffset);
  const ofNode = ({ mesh, matrix = identity }: GeometryNode) => {
    const primitive = mesh === undefined ? undefined : gltf.meshes[mesh]?.primitives[0];
    if (primitive === undefined) return undefined;
    const color = gltf.materials[primitive.material]?.pbrMetallicRoughness.baseColorFactor ?? [1, 1, 1, 1];
    const corners = gltf.accessors[primitive.indices]?.count ?? 0;
    return { primitive, matrix, color, corners };
  };
  const textureOf = (material: number): MeshedTexture | undefined => {
    const { pbrMetallicRoughness, extras } = gltf.materials[material] ?? {};
    const texture = gltf.textures?.[pbrMetallicRoughness?.baseColorTexture?.index ?? -1];
    const image = gltf.images?.[texture?.source ?? -1];
    const sampler = gltf.samplers?.[texture?.sampler ?? -1];
    if (texture === undefined || image === undefined || sampler === undefined) return undefined;
    const { bufferView, mimeType } = image;
    return {
      key: `${path} ${bufferView}`,
      mimeType,
      ...sampler,
      mean: extras?.mean ?? [1, 1, 1],
      read: () => read.bytes(bufferView),
    };
  };
  const shapeOf = (node: GeometryNode): MeshedShape[] => {
    const found = ofNode(node);
    if (found === undefined || found.primitive.mode === lineMode) return [];
    const { primitive, matrix, color, corners } = found;
    const { attributes, indices, material } = primitive;
    const texture = textureOf(material);
    return [
      {
        matrix,
        color,
        triangles: corners / 3,
        read: () => read.shape(attributes.POSITION, indices, attributes.TEXCOORD_0),
        ...(texture === undefined ? {} : { texture }),
      },
    ];
  };
  const linesOf = (node: GeometryNode): MeshedLines[] => {
    const found = ofNode(node);
    if (found?.primitive.mode !== lineMode) return [];
    const { primitive, matrix, color, corners } = found;
    const { attributes, indices } = primitive;
    return [{ matrix, color, count: corners / 2, read: () => read.lines(attributes.POSITION, indices) }];
  };
  for (const root of gltf.scenes[0].nodes) {
    const node = gltf.nodes[root];
    if (node?.extras === undefined) continue;
    const children = (node.children ?? []).flatMap((child) => gltf.nodes[child] ?? []);
    const nodes = [node, ...children];
    yield { id: node.extras.id, shapes: nodes.flatMap(shapeOf), lines: nodes.flatMap(linesOf) };
  }
}

function shapeReader(file: RandomAccess, gltf: GeometryGltf, binOffset: number) {
  const known = new Map<number, ShapeData>();
  let bytes = 0;
  const bytesOf = (view: number): Promise<Uint8Array> => {
    const place = gltf.bufferViews[view];
    if (place === undefined) throw new Error('A shape of the geometry has no data.');
    return file.read(binOffset + place.byteOffset, place.byteLength);
  };
  const view = async (accessor: number) => (await bytesOf(gltf.accessors[accessor]?.bufferView ?? -1)).buffer;
  const lines = async (position: number, indices: number): Promise<LineData> => ({
    points: new Float32Array(await view(position)),
    indices: new Uint32Array(await view(indices)),
  });
  const shape = async (position: number, indices: number, inTexture?: number): Promise<ShapeData> => {
    const found = known.get(position);
    if (found !== undefined) return found;
    const data = {
      vertices: new Float32Array(await view(position)),
      indices: new Uint32Array(await view(indices)),
      ...(inTexture === undefined ? {} : { uv: new Float32Array(await view(inTexture)) }),
    };
    const size = data.vertices.byteLength + data.indices.byteLength;
    if (bytes + size > remembered) {
      known.clear();
      bytes = 0;
    }
    known.set(position, data);
    bytes += size;
    return data;
  };
  return { shape, lines, bytes: bytesOf };
}
