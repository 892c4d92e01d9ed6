import { unreadable } from '../../formats/unreadable.ts';
import type { RandomAccess } from '../../random-access.ts';
import { type ChunkPlace, chunksIn } from '../laz/chunk-table.ts';
import { itemsIn, type LasHeader } from '../read/las-header.ts';
import type { CloudSource } from '../source.ts';
import { recordSource, type Wanted } from './record-source.ts';

/** Compressors: points one after the other, in chunks, in chunks of layers. */
const [pointwise, inChunks, inLayers] = [1, 2, 3];
const variable = 0xffffffff;
const mostOfChunk = 5_000_000;
/** Versions that are known of the kinds of items, as LASzip numbers these. */
const itemVersions: Readonly<Record<number, readonly number[]>> = {
  0: [2],
  6: [2],
  7: [2],
  8: [2],
  10: [3, 4],
  11: [3, 4],
  12: [3, 4],
  13: [3, 4],
  14: [3, 4],
};
const formats = new Set([0, 1, 2, 3, 6, 7, 8, 9, 10]);

/** A compressed LAS file. Its chunks are decoded one by one; each must be where the table says. */
export async function lazSource(
  file: RandomAccess,
  header: LasHeader,
  name: string,
  wanted: Wanted,
): Promise<CloudSource> {
  return recordSource(file, header, await chunksOf(file, header, name), name, wanted);
}

async function chunksOf(file: RandomAccess, header: LasHeader, name: string): Promise<ChunkPlace[]> {
  const { compression, count, pointsAt, layout } = header;
  const fault = (why: string) => unreadable(name, why);
  if (compression === undefined || compression.length < 34) throw fault('it does not say how it is compressed');
  if (!formats.has(layout.format)) throw fault(`compressed points of format ${layout.format} are not known`);
  const unknown = itemsIn(compression).find(({ type, version }) => !itemVersions[type]?.includes(version));
  if (unknown) throw fault(`version ${unknown.version} of the item ${unknown.type} in its points is not known`);
  const compressor = compression.readUInt16LE(0);
  if (compressor !== pointwise && compressor !== inChunks && compressor !== inLayers)
    throw fault(`its compressor ${compressor} is not known`);
  if (count === 0) throw fault('it holds no points');
  if (compressor === pointwise) {
    if (count > mostOfChunk) throw fault(`it is compressed in one piece of more than ${mostOfChunk} points`);
    return [{ offset: pointsAt, length: file.size - pointsAt, count }];
  }
  if (pointsAt + 8 > file.size) throw fault('it is cut off');
  const size = compression.readUInt32LE(12);
  const place = Number(Buffer.from(await file.read(pointsAt, 8)).readBigInt64LE());
  const tableAt = place === -1 ? Number(Buffer.from(await file.read(file.size - 8, 8)).readBigInt64LE()) : place;
  if (tableAt < pointsAt + 8 || tableAt + 8 > file.size)
    throw fault('it is cut off: the table of its chunks is not there');
  const table = Buffer.from(await file.read(tableAt, Math.min(file.size - tableAt, mostOfTable)));
  const chunks = chunksIn(table, {
    first: pointsAt + 8,
    end: tableAt,
    points: count,
    size: size === variable ? undefined : size,
  });
  if (chunks === undefined || chunks.some((chunk) => chunk.count > mostOfChunk)) {
    throw fault('the table of its chunks contradicts the file');
  }
  return chunks;
}

const mostOfTable = 64 * 2 ** 20;
