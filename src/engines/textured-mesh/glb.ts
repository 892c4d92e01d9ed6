import { MeshoptEncoder } from 'meshoptimizer';
import sharp from 'sharp';
import {
  type Attribute,
  attributeViews,
  bytesOf,
  component,
  fallbackBuffer,
  meshopt,
  quantization,
  unlit,
} from '../geometry/attributes.ts';
import { binaryChunk, glbHead } from '../geometry/glb.ts';
import type { Atlas } from './atlas.ts';
import type { TexturedMesh } from './mesh.ts';

export interface TileMesh {
  readonly mesh: TexturedMesh;
  /** Places of the vertices in tiles: Z up, metres. */
  readonly places: Float64Array;
  readonly indices: Uint32Array;
  readonly atlas: Atlas | undefined;
}

const [clamp, linear, linearMipmaps] = [33_071, 9729, 9987] as const;
const whole = 65_535;
/** Metres that a place may be off. */
const finest = 0.0005;

/** Triangles with their own picture as a GLB; Y up. */
export async function meshGlb({ mesh, places, indices, atlas }: TileMesh): Promise<Buffer> {
  const order = Uint32Array.from(indices, localIn(indices));
  const [remap, count] = MeshoptEncoder.reorderMesh(order, true, true);
  const vertices = new Uint32Array(count);
  for (const [n, vertex] of [...new Set(indices)].entries()) vertices[remap[n] ?? 0] = vertex;
  const stand = placesIn(places, vertices);
  const list = [
    stand.attribute,
    ...(atlas ? [uvAttribute(atlas, vertices)] : []),
    ...colorAttribute(mesh, vertices, atlas),
  ];
  const picture = atlas === undefined ? undefined : await encoded(atlas);
  const bin = binaryChunk();
  const { views, unpacked } = attributeViews(bin, list, count, true, count <= whole ? Uint16Array.from(order) : order);
  const image = picture && { bufferView: views.length, mimeType: picture.type };
  const imageView = picture && { buffer: 0, byteOffset: bin.add(picture.bytes, 4), byteLength: picture.bytes.length };
  const blend = picture?.transparent === true || hasClear(mesh, vertices);
  const required = [meshopt, quantization];
  const gltf = {
    asset: { version: '2.0', generator: 'Twin Platform' },
    extensionsUsed: [...required, ...(picture ? [unlit] : [])],
    extensionsRequired: required,
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { mesh: 0, translation: stand.translation, ...(stand.scale === 1 ? {} : { scale: Array(3).fill(stand.scale) }) },
    ],
    meshes: [
      {
        primitives: [
          { attributes: Object.fromEntries(list.map(({ name }, n) => [name, n])), indices: list.length, material: 0 },
        ],
      },
    ],
    materials: [
      {
        pbrMetallicRoughness: { metallicFactor: 0, ...(image ? { baseColorTexture: { index: 0 } } : {}) },
        doubleSided: true,
        ...(blend ? { alphaMode: 'BLEND' } : {}),
        ...(image ? { extensions: { [unlit]: {} } } : {}),
      },
    ],
    ...(image
      ? {
          textures: [{ source: 0, sampler: 0 }],
          samplers: [{ magFilter: linear, minFilter: linearMipmaps, wrapS: clamp, wrapT: clamp }],
          images: [image],
        }
      : {}),
    accessors: [
      ...list.map(({ type, componentType, more }, bufferView) => ({ bufferView, componentType, count, type, ...more })),
      {
        bufferView: list.length,
        componentType: count <= whole ? component.unsignedShort : component.unsignedInt,
        count: order.length,
        type: 'SCALAR',
      },
    ],
    bufferViews: [...views, ...(imageView ? [imageView] : [])],
    buffers: [{ byteLength: bin.size() }, fallbackBuffer(unpacked)],
  };
  return Buffer.concat([glbHead(gltf, bin.size()), bin.all()]);
}

/** Numbers from 0 for the vertices that are used, in the order in which they come. */
function localIn(indices: Uint32Array): (vertex: number) => number {
  const numbers = new Map<number, number>();
  for (const vertex of indices) if (!numbers.has(vertex)) numbers.set(vertex, numbers.size);
  return (vertex) => numbers.get(vertex) ?? 0;
}

/** Turned so that up is y; in whole numbers of 16 bits where they are fine enough. */
function placesIn(places: Float64Array, vertices: Uint32Array) {
  const turned = new Float64Array(3 * vertices.length);
  for (const [n, vertex] of vertices.entries()) {
    turned.set([places[3 * vertex] ?? 0, places[3 * vertex + 2] ?? 0, -(places[3 * vertex + 1] ?? 0)], 3 * n);
  }
  const [low, high] = endsOf(turned, 3);
  const scale = Math.max(...low.map((value, axis) => (high[axis] ?? 0) - value), 1e-6) / whole;
  const small = scale / 2 <= finest;
  const translation = small ? low : low.map((value, axis) => (value + (high[axis] ?? 0)) / 2);
  const width = small ? 4 : 3;
  const values = small ? new Uint16Array(4 * vertices.length) : new Float32Array(3 * vertices.length);
  for (let n = 0; n < vertices.length; n++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = (turned[3 * n + axis] ?? 0) - (translation[axis] ?? 0);
      values[width * n + axis] = small ? Math.round(value / scale) : value;
    }
  }
  const [min, max] = endsOf(values, width);
  const attribute: Attribute = {
    name: 'POSITION',
    bytes: bytesOf(values),
    stride: small ? 8 : 12,
    type: 'VEC3',
    componentType: small ? component.unsignedShort : component.float,
    more: { min, max },
  };
  return { attribute, translation, scale: small ? scale : 1 };
}

function endsOf(values: Float64Array | Float32Array | Uint16Array, width: number): [number[], number[]] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < values.length; at += width) {
    for (let axis = 0; axis < 3; axis++) {
      const value = values[at + axis] ?? 0;
      low[axis] = Math.min(low[axis] ?? value, value);
      high[axis] = Math.max(high[axis] ?? value, value);
    }
  }
  return [low, high];
}

function uvAttribute({ uvOf, white }: Atlas, vertices: Uint32Array): Attribute {
  const values = new Uint16Array(2 * vertices.length);
  for (const [n, vertex] of vertices.entries()) {
    const [u, v] = uvOf.get(vertex) ?? white;
    values[2 * n] = Math.round(whole * Math.min(1, Math.max(0, u)));
    values[2 * n + 1] = Math.round(whole * Math.min(1, Math.max(0, v)));
  }
  return {
    name: 'TEXCOORD_0',
    bytes: bytesOf(values),
    stride: 4,
    type: 'VEC2',
    componentType: component.unsignedShort,
    more: { normalized: true },
  };
}

/** Colours of vertices and materials; absent where all are white. */
function colorAttribute(
  { colors, material, materials }: TexturedMesh,
  vertices: Uint32Array,
  atlas: Atlas | undefined,
): Attribute[] {
  const values = new Uint16Array(4 * vertices.length);
  for (const [n, vertex] of vertices.entries()) {
    const { color } = materials[material[vertex] ?? 0] ?? { color: [1, 1, 1, 1] };
    for (let k = 0; k < 4; k++) {
      values[4 * n + k] = Math.round(whole * (color[k] ?? 1) * ((colors?.[4 * vertex + k] ?? 255) / 255));
    }
  }
  if (atlas !== undefined && values.every((value) => value === whole)) return [];
  const more = { normalized: true };
  return [
    { name: 'COLOR_0', bytes: bytesOf(values), stride: 8, type: 'VEC4', componentType: component.unsignedShort, more },
  ];
}

const hasClear = ({ colors, material, materials }: TexturedMesh, vertices: Uint32Array): boolean =>
  vertices.some(
    (vertex) => (materials[material[vertex] ?? 0]?.color[3] ?? 1) < 1 || (colors?.[4 * vertex + 3] ?? 255) < 255,
  );

/** As JPEG, with holes as PNG. */
async function encoded({ width, height, pixels }: Atlas) {
  let transparent = false;
  for (let at = 3; at < pixels.length && !transparent; at += 4) transparent = (pixels[at] ?? 0) < 255;
  const image = sharp(pixels, { raw: { width, height, channels: 4 } });
  const bytes = transparent ? await image.png().toBuffer() : await image.removeAlpha().jpeg({ quality: 92 }).toBuffer();
  return { bytes, type: transparent ? 'image/png' : 'image/jpeg', transparent };
}
