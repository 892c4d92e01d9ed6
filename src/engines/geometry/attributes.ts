import { MeshoptEncoder } from 'meshoptimizer';
import { type BinaryChunk, padded } from './glb.ts';

await MeshoptEncoder.ready;

export const meshopt = 'EXT_meshopt_compression';
export const quantization = 'KHR_mesh_quantization';
export const unlit = 'KHR_materials_unlit';
export const component = { unsignedByte: 5121, unsignedShort: 5123, unsignedInt: 5125, float: 5126 } as const;
const target = { attributes: 34_962, indices: 34_963 } as const;

/** Numbers of the vertices of a mesh: `stride` bytes each. */
export interface Attribute {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly stride: number;
  readonly type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4';
  readonly componentType: number;
  /** Further members of its accessor. */
  readonly more: object;
}

export const bytesOf = (values: Uint8Array | Uint16Array | Uint32Array | Float32Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** The views of the attributes of so many vertices, then of their indices; with meshopt in a buffer that is not there. */
export function attributeViews(
  bin: BinaryChunk,
  list: readonly Attribute[],
  count: number,
  compressed: boolean,
  indices?: Uint16Array | Uint32Array,
): { readonly views: readonly object[]; readonly unpacked: number } {
  let unpacked = 0;
  const pack = (bytes: Uint8Array, items: number, stride: number, mode: 'ATTRIBUTES' | 'TRIANGLES', whole: object) => {
    if (!compressed) return { buffer: 0, byteOffset: bin.add(bytes, 4), ...whole };
    const packed = MeshoptEncoder.encodeGltfBuffer(bytes, items, stride, mode);
    const inside = { buffer: 0, byteOffset: bin.add(packed, 4), byteLength: packed.length };
    const view = { buffer: 1, byteOffset: unpacked, ...whole };
    unpacked += padded(bytes.length);
    return { ...view, extensions: { [meshopt]: { ...inside, byteStride: stride, mode, count: items } } };
  };
  const views = list.map(({ bytes, stride }) =>
    pack(bytes, count, stride, 'ATTRIBUTES', {
      byteLength: bytes.length,
      byteStride: stride,
      target: target.attributes,
    }),
  );
  if (indices !== undefined) {
    const whole = { byteLength: indices.byteLength, target: target.indices };
    views.push(pack(bytesOf(indices), indices.length, indices.BYTES_PER_ELEMENT, 'TRIANGLES', whole));
  }
  return { views, unpacked };
}

/** The buffer that views of compressed data name. */
export const fallbackBuffer = (byteLength: number): object => ({
  byteLength,
  extensions: { [meshopt]: { fallback: true } },
});
