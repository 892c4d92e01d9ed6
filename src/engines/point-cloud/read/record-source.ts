import type { RandomAccess } from '../../random-access.ts';
import type { ColumnName, PointBatch } from '../batch.ts';
import { extraBytesName } from '../extra.ts';
import type { ChunkPlace } from '../laz/chunk-table.ts';
import { type CloudSource, unreadable } from '../source.ts';
import type { OutcomeOf } from '../threads/orders.ts';
import type { Pool } from '../threads/pool.ts';
import type { LasHeader } from './las-header.ts';

/** No more chunks are begun while so many points are unpacked: chunks may be large. */
const mostAtOnce = 2_000_000;

/** What is wanted of a file, and who helps to get it. */
export interface Wanted {
  readonly columns: ReadonlySet<ColumnName>;
  readonly pool: Pool;
}

const columnsIn = ({ layout }: LasHeader, { columns }: Wanted): readonly ColumnName[] =>
  layout.columns.filter((name) => columns.has(name));

/** What records have that no output has room for. */
function leftOutOf({ layout, stride, extra }: LasHeader): string[] {
  const { format, size } = layout;
  return [
    ...(format === 8 || format === 10 ? ['near infrared'] : []),
    ...([4, 5, 9, 10].includes(format) ? ['waveforms'] : []),
    ...(stride > size && extra === undefined ? [extraBytesName] : []),
  ];
}

/** A file whose records lie in chunks, compressed or not. */
export function recordSource(
  file: RandomAccess,
  header: LasHeader,
  chunks: readonly ChunkPlace[],
  name: string,
  wanted: Wanted,
): CloudSource {
  const { count, grid, srs, standardTime, extra } = header;
  return {
    columns: columnsIn(header, wanted),
    promised: count,
    grid,
    standardTime,
    leftOut: leftOutOf(header),
    ...(srs === undefined ? {} : { srs }),
    ...(extra === undefined ? {} : { extra }),
    batches: () => recordBatches(file, header, chunks, name, wanted),
    close: () => file.close(),
  };
}

/** The points of records at some places of a file, unpacked by all threads. */
async function* recordBatches(
  file: RandomAccess,
  header: LasHeader,
  chunks: readonly ChunkPlace[],
  name: string,
  wanted: Wanted,
): AsyncGenerator<PointBatch> {
  const { layout, stride, grid, compressed, extra } = header;
  const { pool } = wanted;
  const common = { layout, stride, grid, compressed, columns: columnsIn(header, wanted), extra: extra?.size ?? 0 };
  const unpacked = async ({ offset, length, count }: ChunkPlace): Promise<OutcomeOf<'unpack'>> => {
    const bytes = await file.read(offset, length);
    return pool.run<'unpack'>({ is: 'unpack', bytes, packed: { ...common, count }, spare: spares.pop() });
  };
  /** Batches that nobody needs any more. */
  const spares: PointBatch[] = [];
  const underWay: Promise<OutcomeOf<'unpack'>>[] = [];
  let [next, points] = [0, 0];
  for (const { count } of chunks) {
    while (underWay.length === 0 || (underWay.length < pool.width && points < mostAtOnce)) {
      const chunk = chunks[next++];
      if (chunk === undefined) break;
      points += chunk.count;
      const outcome = unpacked(chunk);
      // when another one has ended the reading, nobody waits for it
      outcome.catch(() => {});
      underWay.push(outcome);
    }
    const batch = (await underWay.shift())?.batch;
    points -= count;
    if (batch === undefined) throw unreadable(name, 'a chunk of its points is damaged');
    yield batch;
    spares.push(batch);
  }
}
