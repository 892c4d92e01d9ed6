import { crc32 } from 'node:zlib';
import type { Shape, Triangles } from '../shapes.ts';

/** Equal for equal shapes. The number that the library gives them is not enough: a wall keeps it when it gets a hole. */
export function contentKey({ vertices, indices, uv }: Triangles & Pick<Shape, 'uv'>): string {
  const sum = (values: Float32Array | Uint32Array) =>
    crc32(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return `${vertices.length} ${sum(vertices)} ${indices.length} ${sum(indices)} ${uv === undefined ? 0 : sum(uv)}`;
}
