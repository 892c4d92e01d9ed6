import { openFile, type RandomAccess } from '../random-access.ts';
import type { Id64 } from '../snapshot/types.ts';
import { glbPlaces } from './glb.ts';
import { type GeometryGltf, type GeometryNode, geometryFormat } from './gltf.ts';

/** An element with what it is made of. */
export interface MeshedElement {
  readonly id: Id64;
  readonly shapes: readonly MeshedShape[];
}

export interface MeshedShape {
  /** Column-major, to Y up in metres. */
  readonly matrix: readonly number[];
  /** Linear, with opacity. */
  readonly color: readonly number[];
  readonly triangles: number;
  /** Reads the triangles; shapes that are used often are read once for a while. */
  read(): Promise<ShapeData>;
}

export interface ShapeData {
  /** Place and normal, 6 floats a vertex. */
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
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
  const shapeOf = ({ mesh, matrix }: GeometryNode): MeshedShape[] => {
    const primitive = mesh === undefined ? undefined : gltf.meshes[mesh]?.primitives[0];
    if (primitive === undefined) return [];
    const color = gltf.materials[primitive.material]?.pbrMetallicRoughness.baseColorFactor ?? [1, 1, 1, 1];
    const triangles = (gltf.accessors[primitive.indices]?.count ?? 0) / 3;
    return [
      {
        matrix: matrix ?? identity,
        color,
        triangles,
        read: () => read(primitive.attributes.POSITION, primitive.indices),
      },
    ];
  };
  for (const root of gltf.scenes[0].nodes) {
    const node = gltf.nodes[root];
    if (node?.extras === undefined) continue;
    const children = (node.children ?? []).flatMap((child) => gltf.nodes[child] ?? []);
    yield { id: node.extras.id, shapes: [node, ...children].flatMap(shapeOf) };
  }
}

function shapeReader(file: RandomAccess, gltf: GeometryGltf, binOffset: number) {
  const known = new Map<number, ShapeData>();
  let bytes = 0;
  const view = async (accessor: number) => {
    const place = gltf.bufferViews[gltf.accessors[accessor]?.bufferView ?? -1];
    if (place === undefined) throw new Error('A shape of the geometry has no data.');
    return (await file.read(binOffset + place.byteOffset, place.byteLength)).buffer;
  };
  return async (position: number, indices: number): Promise<ShapeData> => {
    const found = known.get(position);
    if (found !== undefined) return found;
    const data = { vertices: new Float32Array(await view(position)), indices: new Uint32Array(await view(indices)) };
    const size = data.vertices.byteLength + data.indices.byteLength;
    if (bytes + size > remembered) {
      known.clear();
      bytes = 0;
    }
    known.set(position, data);
    bytes += size;
    return data;
  };
}
