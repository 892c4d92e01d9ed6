import { decodeLayers } from './chunk14-decoder.ts';
import { type ChunkDecoding, type DecodeChunk, lazDecoder } from './perf.ts';
import { channelOf, pointSize } from './point14-models.ts';

let library: DecodeChunk | undefined;

/**
 * Decodes a chunk of LAZ into records of LAS; undefined for one that is damaged beyond reading. The library does not know
 * waveforms, and of items behind points of several scanner channels version 3 only.
 */
export async function decodeChunk(bytes: Uint8Array, chunk: ChunkDecoding): Promise<Uint8Array | undefined> {
  if (chunk.format > 8) return decodedInLayers(bytes, chunk);
  library ??= await lazDecoder();
  const records = library(bytes, chunk);
  if (records === undefined) library = undefined;
  if (chunk.format < 6) return records?.slice();
  const isOther = chunk.itemVersion === 4 && chunk.stride > pointSize; // the library knows 3 only
  const isDoubtful = records === undefined || (isOther && areOfSeveral(records, chunk));
  return isDoubtful ? decodedInLayers(bytes, chunk) : records?.slice();
}

function decodedInLayers(bytes: Uint8Array, chunk: ChunkDecoding): Uint8Array | undefined {
  try {
    return decodeLayers(bytes, chunk);
  } catch {
    return undefined; // numbers that contradict each other
  }
}

function areOfSeveral(records: Uint8Array, { stride, count }: ChunkDecoding): boolean {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const first = channelOf(view, 0);
  for (let n = 1; n < count; n++) if (channelOf(view, n * stride) !== first) return true;
  return false;
}
