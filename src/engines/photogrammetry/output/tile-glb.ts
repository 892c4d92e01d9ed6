import { glbHead, padded } from '../../geometry/glb.ts';
import type { Vector } from '../../matrix.ts';

/** Triangles of one page of texture; without a page of one colour. Places Z up beside the centre, no common corners. */
export interface TilePart {
  readonly places: Float32Array;
  /** Two numbers a corner, from the left and from the top. */
  readonly onPage?: Float32Array;
  readonly page?: Uint8Array;
}

const float = 5126;
const arrayBuffer = 34_962;
const unlit = 'KHR_materials_unlit';

/** A tile as binary glTF. Photos have their light in them, so it is not lit again. */
export function tileGlb(parts: readonly TilePart[], center: Vector): Buffer {
  const bin: Uint8Array[] = [];
  let size = 0;
  const views: object[] = [];
  const view = (bytes: Uint8Array, more: object = {}): number => {
    bin.push(bytes, new Uint8Array(padded(bytes.length) - bytes.length));
    const made = views.push({ buffer: 0, byteOffset: size, byteLength: bytes.length, ...more }) - 1;
    size += padded(bytes.length);
    return made;
  };
  const accessors: object[] = [];
  const accessor = (values: Float32Array, type: string, width: number, more: object = {}): number => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const bufferView = view(bytes, { target: arrayBuffer });
    return accessors.push({ bufferView, componentType: float, count: values.length / width, type, ...more }) - 1;
  };
  const [images, materials]: [object[], object[]] = [[], []];
  const primitives = parts.map(({ places, onPage, page }) => {
    const upright = yUp(places);
    const attributes = {
      POSITION: accessor(upright, 'VEC3', 3, bounds(upright)),
      ...(onPage === undefined ? {} : { TEXCOORD_0: accessor(onPage, 'VEC2', 2) }),
    };
    if (page !== undefined) images.push({ bufferView: view(page), mimeType: 'image/jpeg' });
    return { attributes, material: materials.push(materialOf(page === undefined ? undefined : images.length - 1)) - 1 };
  });
  const [x, y, z] = center;
  const gltf = {
    asset: { version: '2.0', generator: 'Twin Platform' },
    extensionsUsed: [unlit],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, translation: [x, z, -y] }],
    meshes: [{ primitives }],
    materials,
    accessors,
    bufferViews: views,
    buffers: [{ byteLength: size }],
    ...(images.length === 0
      ? {}
      : { images, samplers: [{}], textures: images.map((_, n) => ({ source: n, sampler: 0 })) }),
  };
  return Buffer.concat([glbHead(gltf, size), ...bin]);
}

const materialOf = (texture: number | undefined): object => ({
  pbrMetallicRoughness: {
    ...(texture === undefined ? { baseColorFactor: [0.32, 0.32, 0.3, 1] } : { baseColorTexture: { index: texture } }),
    metallicFactor: 0,
    roughnessFactor: 1,
  },
  extensions: { [unlit]: {} },
});

function yUp(places: Float32Array): Float32Array {
  const turned = new Float32Array(places.length);
  for (let n = 0; n < places.length; n += 3) {
    turned[n] = places[n] ?? 0;
    turned[n + 1] = places[n + 2] ?? 0;
    turned[n + 2] = -(places[n + 1] ?? 0);
  }
  return turned;
}

function bounds(places: Float32Array): { readonly min: number[]; readonly max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < places.length; n++) {
    const value = places[n] ?? 0;
    if (value < (min[n % 3] ?? 0)) min[n % 3] = value;
    if (value > (max[n % 3] ?? 0)) max[n % 3] = value;
  }
  return { min, max };
}
