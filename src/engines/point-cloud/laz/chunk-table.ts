import { decoder, takeInteger } from './decoder.ts';
import { encoder, finished } from './encoder.ts';
import { integerModels, putInteger } from './integers.ts';

/** A piece of a LAZ file that is decoded by itself. */
export interface ChunkPlace {
  readonly offset: number;
  readonly length: number;
  readonly count: number;
}

/** The table at the end of a file, of chunks with so many bytes. */
export function chunkTable(lengths: readonly number[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(lengths.length, 4);
  const to = encoder();
  const models = integerModels(32, 2);
  let before = 0;
  for (const length of lengths) {
    putInteger(to, models, before, length, 1);
    before = length;
  }
  return Buffer.concat([head, finished(to)]);
}

/**
 * Where the chunks of a file are. `size`: points of each but the last; undefined when they differ. Undefined when the
 * table contradicts itself, or the file.
 */
export function chunksIn(
  table: Buffer,
  { first, end, points, size }: { first: number; end: number; points: number; size: number | undefined },
): ChunkPlace[] | undefined {
  if (table.length < 8 || table.readUInt32LE(0) !== 0) return undefined;
  const count = table.readUInt32LE(4);
  // a chunk of points has more bytes than none
  if (count > end - first || (size !== undefined && count !== Math.ceil(points / size))) return undefined;
  const from = decoder(table.subarray(8));
  const models = integerModels(32, 2);
  const chunks: ChunkPlace[] = [];
  let [offset, left, lengthBefore, countBefore] = [first, points, 0, 0];
  for (let n = 0; n < count; n++) {
    if (size === undefined) countBefore = takeInteger(from, models, countBefore, 0);
    lengthBefore = takeInteger(from, models, lengthBefore, 1);
    const held = size === undefined ? countBefore : Math.min(size, left);
    if (lengthBefore <= 0 || held <= 0 || held > left || offset + lengthBefore > end) return undefined;
    chunks.push({ offset, length: lengthBefore, count: held });
    offset += lengthBefore;
    left -= held;
  }
  return left === 0 ? chunks : undefined;
}
