import { fstatSync } from 'node:fs';
import { writeAll, writeAt } from '../../formats/bytes.ts';
import { batchSize, type ColumnName } from '../batch.ts';
import { type ChunkEncoder, chunkEncoder } from '../laz/chunk.ts';
import { chunkTable } from '../laz/chunk-table.ts';
import { layeredChunkEncoder } from '../laz/chunk14.ts';
import { type CloudToWrite, gridFor } from './cloud.ts';
import { layoutOf, modernFormat, recordsOf, withExtra, writeRecords } from './las.ts';
import { type LasHead, lasHead, variableRecord } from './las-head.ts';

const chunkSize = 50_000;
/** Items of records: number, bytes and version. */
const items = {
  point: [6, 20, 2],
  time: [7, 8, 2],
  color: [8, 6, 2],
  point14: [10, 30, 3],
  color14: [11, 6, 3],
  infrared14: [12, 8, 3],
} as const;
type Item = readonly [number: number, bytes: number, version: number];

/** How points are compressed. */
interface Compression {
  readonly minor: 2 | 4;
  readonly format: 1 | 3 | 6 | 7 | 8;
  readonly items: readonly Item[];
  readonly chunk: ChunkEncoder;
}

function compressionOf(columns: readonly ColumnName[], added: number, modern: boolean): Compression {
  const format = modernFormat(columns);
  if (!modern && format !== 8) {
    const colors = format === 7;
    const used = [
      items.point,
      items.time,
      ...(colors ? [items.color] : []),
      ...(added > 0 ? [[0, added, 2] as const] : []),
    ];
    return { minor: 2, format: colors ? 3 : 1, items: used, chunk: chunkEncoder(colors ? 34 : 28, added) };
  }
  const more = { 6: [], 7: [items.color14], 8: [items.infrared14] }[format];
  const used = [items.point14, ...more, ...(added > 0 ? [[14, added, 3] as const] : [])];
  const size = ({ 6: 30, 7: 36, 8: 38 } as const)[format];
  return { minor: 4, format, items: used, chunk: layeredChunkEncoder(size, added) };
}

/**
 * Writes LAZ in chunks that are read apart: 1.2, format 3, without colours 1, which everything reads; where that would lose
 * something, 1.4, format 7, 6 or 8, in layers.
 */
export async function writeLaz(cloud: CloudToWrite): Promise<void> {
  const { spool, facts, crs, standardTime, extra } = cloud;
  const { minor, format, items: used, chunk } = compressionOf(spool.columns, extra?.size ?? 0, facts.modern);
  const layout = withExtra(layoutOf(format), extra);
  const records = [variableRecord('laszip encoded', 22_204, compressorText(used, minor)), ...recordsOf(extra)];
  const head: LasHead = { minor, layout, compressed: true, grid: gridFor(cloud), crs, standardTime, records };
  const bytes = Buffer.alloc(Math.min(batchSize, facts.count) * layout.size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lengths: number[] = [];
  const start = lasHead(head, { count: 0, returns: [], low: [], high: [] }).length;
  const endChunk = (file: number) => {
    const parts = chunk.end();
    lengths.push(parts.reduce((sum, { length }) => sum + length, 0));
    for (const part of parts) writeAll(file, part);
  };
  await writeRecords(
    cloud,
    head,
    bytes,
    (file, count) => {
      // where the table of chunks is, is known at the end
      if (lengths.length === 0 && chunk.count() === 0) writeAll(file, Buffer.alloc(8));
      for (let n = 0; n < count; n++) {
        chunk.put(view, n * layout.size);
        if (chunk.count() === chunkSize) endChunk(file);
      }
    },
    (file) => {
      if (chunk.count() > 0) endChunk(file);
      const place = Buffer.alloc(8);
      place.writeBigInt64LE(BigInt(fstatSync(file).size));
      writeAll(file, chunkTable(lengths));
      writeAt(file, place, start);
    },
  );
}

/** What readers must know of the compression. */
function compressorText(used: readonly Item[], minor: 2 | 4): Buffer {
  const text = Buffer.alloc(34 + 6 * used.length);
  const [inChunks, inLayers] = [2, 3];
  text.writeUInt16LE(minor === 2 ? inChunks : inLayers, 0);
  text.writeUInt8(minor === 2 ? 2 : 3, 4);
  text.writeUInt8(minor === 2 ? 2 : 4, 5);
  text.writeUInt32LE(chunkSize, 12);
  text.writeBigInt64LE(-1n, 16);
  text.writeBigInt64LE(-1n, 24);
  text.writeUInt16LE(used.length, 32);
  for (const [n, [type, size, version]] of used.entries()) {
    text.writeUInt16LE(type, 34 + 6 * n);
    text.writeUInt16LE(size, 36 + 6 * n);
    text.writeUInt16LE(version, 38 + 6 * n);
  }
  return text;
}
