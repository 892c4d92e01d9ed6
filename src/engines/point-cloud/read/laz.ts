import type { RandomAccess } from '../../random-access.ts';
import { makeBatch, type PointBatch } from '../batch.ts';
import { copyExtra } from '../extra.ts';
import { type ChunkPlace, chunksIn } from '../laz/chunk-table.ts';
import { type CloudSource, unreadable } from '../source.ts';
import type { OutcomeOf } from '../threads/orders.ts';
import type { Pool } from '../threads/pool.ts';
import { leftOutOf } from './las.ts';
import type { LasHeader } from './las-header.ts';
import { decodeRecords } from './records.ts';

const chunked = new Set([2, 3]);
const variable = 0xffffffff;
const mostOfChunk = 5_000_000;
const formats = new Set([0, 1, 2, 3, 6, 7, 8, 9, 10]);

/** A compressed LAS file. Its chunks are decoded one by one; each must be where the table says. */
export async function lazSource(file: RandomAccess, header: LasHeader, name: string, pool: Pool): Promise<CloudSource> {
  const { layout, count, grid, srs, standardTime } = header;
  const chunks = await chunksOf(file, header, name);
  return {
    columns: layout.columns,
    promised: count,
    grid,
    standardTime,
    leftOut: leftOutOf(header),
    ...(srs === undefined ? {} : { srs }),
    ...(header.extra === undefined ? {} : { extra: header.extra }),
    batches: () => batchesOf(file, header, chunks, name, pool),
    close: () => file.close(),
  };
}

async function chunksOf(file: RandomAccess, header: LasHeader, name: string): Promise<ChunkPlace[]> {
  const { compression, count, pointsAt, layout } = header;
  const fault = (why: string) => unreadable(name, why);
  if (compression === undefined || compression.length < 34) throw fault('it does not say how it is compressed');
  if (!formats.has(layout.format)) throw fault(`compressed points of format ${layout.format} are not known`);
  if (!chunked.has(compression.readUInt16LE(0)))
    throw fault('it is compressed without chunks, which is not known here');
  if (count === 0) throw fault('it holds no points');
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
/** No more chunks are begun while so many points are decoded: chunks may be large. */
const mostAtOnce = 2_000_000;

async function* batchesOf(
  file: RandomAccess,
  header: LasHeader,
  chunks: readonly ChunkPlace[],
  name: string,
  pool: Pool,
): AsyncGenerator<PointBatch> {
  const { layout, stride, grid, extra } = header;
  const decoded = async ({ offset, length, count }: ChunkPlace): Promise<OutcomeOf<'chunk'>> => {
    const bytes = await file.read(offset, length);
    return pool.run<'chunk'>({ is: 'chunk', bytes, chunk: { format: layout.format, stride, count } });
  };
  let batch = makeBatch(layout.columns, 1, extra?.size);
  const underWay: Promise<OutcomeOf<'chunk'>>[] = [];
  let [next, points] = [0, 0];
  for (const { count } of chunks) {
    while (underWay.length === 0 || (underWay.length < pool.width && points < mostAtOnce)) {
      const chunk = chunks[next++];
      if (chunk === undefined) break;
      points += chunk.count;
      const outcome = decoded(chunk);
      // when another one has ended the reading, nobody waits for it
      outcome.catch(() => {});
      underWay.push(outcome);
    }
    const outcome = await underWay.shift();
    points -= count;
    const records = outcome?.records;
    if (records === undefined) throw unreadable(name, 'a chunk of its points is damaged');
    if (batch.x.length < count) batch = makeBatch(layout.columns, count, extra?.size);
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
    decodeRecords(view, count, layout, stride, grid, batch);
    if (extra) copyExtra(view, stride, batch, extra.size, 'out');
    yield batch;
  }
}
