import type { ItemVersion } from './layers.ts';
import { loadLazPerf } from './library.ts';

/** A decoder reads a little behind the end of a damaged chunk: there is room for it. */
const room = 1 << 16;

export interface ChunkDecoding {
  /** Of its points, as LAS numbers them. */
  readonly format: number;
  readonly stride: number;
  readonly count: number;
  /** Of items behind points in layers; absent: 3. */
  readonly itemVersion?: ItemVersion | undefined;
}

/**
 * Decodes a chunk of LAZ into records of LAS, which hold until the next one. Undefined for one that is damaged beyond
 * reading; the decoder is not used again then.
 */
export type DecodeChunk = (bytes: Uint8Array, chunk: ChunkDecoding) => Uint8Array | undefined;

/** Loads a decoder. */
export async function lazDecoder(): Promise<DecodeChunk> {
  const { malloc, free, decoder, ...library } = await loadLazPerf();
  /** Of its memory: what is reserved for the chunk that is decoded. */
  let [at, size] = [0, 0];
  const reserve = (needed: number): number => {
    if (needed <= size) return at;
    if (size > 0) free(at);
    size = 2 * needed;
    at = malloc(size);
    return at;
  };
  const { make, open, getPoint, end } = decoder;
  return (bytes, { format, stride, count }) => {
    try {
      const source = reserve(bytes.length + room + count * stride);
      const target = source + bytes.length + room;
      const memory = library.bytes();
      memory.set(bytes, source);
      memory.fill(0, source + bytes.length, target);
      const own = make.call(make.context);
      open.call(open.context, own, format, stride, source);
      for (let n = 0; n < count; n++) getPoint.call(getPoint.context, own, target + n * stride);
      end(own);
      return library.bytes().subarray(target, target + count * stride);
    } catch {
      return undefined;
    }
  };
}
