import { createRequire } from 'node:module';

/** What is used of laz-perf: memory of its own, and a decoder of one chunk. */
interface LazPerf {
  readonly HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(at: number): void;
  readonly ChunkDecoder: new () => {
    open(format: number, stride: number, at: number): void;
    getPoint(at: number): void;
    delete(): void;
  };
}

const isLazPerf = (value: unknown): value is LazPerf =>
  typeof value === 'object' && value !== null && 'ChunkDecoder' in value && '_malloc' in value;

/** A decoder reads a little behind the end of a damaged chunk: there is room for it. */
const room = 1 << 16;

export interface ChunkDecoding {
  /** Of its points, as LAS numbers them. */
  readonly format: number;
  readonly stride: number;
  readonly count: number;
}

/**
 * Decodes a chunk of LAZ into records of LAS, which hold until the next one. Undefined for one that is damaged beyond
 * reading; the decoder is not used again then.
 */
export type DecodeChunk = (bytes: Uint8Array, chunk: ChunkDecoding) => Uint8Array | undefined;

/** The library adds listeners to the process each time it is loaded, so that one is kept as long as it does well. */
let loaded: Promise<LazPerf> | undefined;
/** Of its memory: what is reserved for the chunk that is decoded. */
let [at, size] = [0, 0];

/** Loads the decoder. */
export async function lazDecoder(): Promise<DecodeChunk> {
  loaded ??= load();
  const perf = await loaded;
  const reserve = (needed: number): number => {
    if (needed <= size) return at;
    if (size > 0) perf._free(at);
    size = 2 * needed;
    at = perf._malloc(size);
    return at;
  };
  return (bytes, { format, stride, count }) => {
    try {
      const source = reserve(bytes.length + room + count * stride);
      perf.HEAPU8.set(bytes, source);
      perf.HEAPU8.fill(0, source + bytes.length, source + bytes.length + room);
      const target = source + bytes.length + room;
      const decoder = new perf.ChunkDecoder();
      decoder.open(format, stride, source);
      for (let n = 0; n < count; n++) decoder.getPoint(target + n * stride);
      decoder.delete();
      return perf.HEAPU8.subarray(target, target + count * stride);
    } catch {
      loaded = undefined;
      [at, size] = [0, 0];
      return undefined;
    }
  };
}

async function load(): Promise<LazPerf> {
  const library: unknown = createRequire(import.meta.url)('laz-perf');
  const create: unknown = typeof library === 'object' && library !== null ? Reflect.get(library, 'create') : undefined;
  const module: unknown = typeof create === 'function' ? await create() : undefined;
  if (!isLazPerf(module)) throw new Error('The library laz-perf is not what it was.');
  return module;
}
