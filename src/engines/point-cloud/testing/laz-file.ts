import { closeSync, openSync, writeSync } from 'node:fs';
import { chunkEncoder } from '../laz/chunk.ts';
import { chunkTable } from '../laz/chunk-table.ts';

const recordSize = 34;
/** Bytes of the record that says how points are packed, before what it says. */
const recordHead = 54;

/** A LAZ file of format 3 in chunks of so many points. `like`: a file that says all else; `records`: of its points. */
export function lazFile(like: Buffer, records: Buffer, chunkSize: number): Buffer {
  const encoder = chunkEncoder(recordSize);
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const chunks: Buffer[] = [];
  for (let at = 0; at < records.length; at += recordSize) {
    encoder.put(view, at);
    if (encoder.count() === chunkSize || at + recordSize === records.length) chunks.push(Buffer.concat(encoder.end()));
  }
  const head = Buffer.from(like.subarray(0, pointsAt(like)));
  head.writeUInt32LE(chunkSize, head.indexOf('laszip encoded') - 2 + recordHead + 12);
  const lengths = chunks.map(({ length }) => length);
  return Buffer.concat([head, tablePlace(head, lengths), ...chunks, chunkTable(lengths)]);
}

/** Writes the points of a LAZ file of format 3 and one chunk many times, in a square of squares of so many metres. */
export function writeLazManyTimes(path: string, one: Buffer, times: number, metres: number): void {
  const start = pointsAt(one);
  const chunk = Buffer.from(one.subarray(start + 8, Number(one.readBigInt64LE(start))));
  const lengths = Array.from({ length: times }, () => chunk.length);
  const side = Math.ceil(Math.sqrt(times));
  const head = Buffer.from(one.subarray(0, start));
  head.writeUInt32LE(times * one.readUInt32LE(107), 107);
  for (const highest of [179, 195]) head.writeDoubleLE(head.readDoubleLE(highest) + side * metres, highest);
  const [x, y] = [chunk.readInt32LE(0), chunk.readInt32LE(4)];
  const [alongX, alongY] = [metres / head.readDoubleLE(131), metres / head.readDoubleLE(139)];
  const file = openSync(path, 'w');
  try {
    writeSync(file, head);
    writeSync(file, tablePlace(head, lengths));
    for (let n = 0; n < times; n++) {
      // all points of a chunk are told from its first one
      chunk.writeInt32LE(x + Math.round((n % side) * alongX), 0);
      chunk.writeInt32LE(y + Math.round(Math.floor(n / side) * alongY), 4);
      writeSync(file, chunk);
    }
    writeSync(file, chunkTable(lengths));
  } finally {
    closeSync(file);
  }
}

const pointsAt = (laz: Buffer): number => laz.readUInt32LE(96);

/** Where the table of chunks will be, as it stands before the first of them. */
function tablePlace(head: Buffer, lengths: readonly number[]): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64LE(BigInt(lengths.reduce((sum, length) => sum + length, head.length + 8)));
  return place;
}
