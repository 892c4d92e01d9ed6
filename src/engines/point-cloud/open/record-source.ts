import { unreadable } from '../../formats/unreadable.ts';
import type { RandomAccess } from '../../random-access.ts';
import { type ColumnName, infraredName, type PointBatch } from '../batch.ts';
import type { ChunkPlace } from '../laz/chunk-table.ts';
import type { LasHeader } from '../read/las-header.ts';
import type { GivenText } from '../read/text-columns.ts';
import type { CloudSource } from '../source.ts';
import type { OutcomeOf } from '../threads/orders.ts';
import type { Pool } from '../threads/pool.ts';

/** No more chunks are begun while so many points are unpacked: chunks may be large. */
const mostAtOnce = 2_000_000;

/** What is wanted of a file, and who helps to get it. */
export interface Wanted {
  readonly columns: ReadonlySet<ColumnName>;
  readonly pool: Pool;
  /** Of clouds of text: what somebody says of their columns. */
  readonly text?: GivenText | undefined;
}

const columnsIn = ({ layout }: LasHeader, { columns }: Wanted): readonly ColumnName[] =>
  layout.columns.filter((name) => columns.has(name));

/** What records have that no output has room for. */
function leftOutOf({ layout }: LasHeader, { columns }: Wanted): string[] {
  return [
    ...(layout.infrared !== undefined && !columns.has('nearInfrared') ? [infraredName] : []),
    ...([4, 5, 9, 10].includes(layout.format) ? ['waveforms'] : []),
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
  const { count, grid, srs, box, standardTime, extra } = header;
  return {
    columns: columnsIn(header, wanted),
    promised: count,
    grid,
    box,
    standardTime,
    leftOut: leftOutOf(header, wanted),
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
  const { layout, stride, grid, compressed, extra, itemVersion } = header;
  const { pool } = wanted;
  const columns = columnsIn(header, wanted);
  const common = { layout, stride, grid, compressed, columns, extra: extra?.size ?? 0, itemVersion };
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
    if (header.timeShift) shiftTimes(batch, header.timeShift);
    yield batch;
    spares.push(batch);
  }
}

function shiftTimes({ count, columns: { time } }: PointBatch, seconds: number): void {
  if (time) for (let n = 0; n < count; n++) time[n] = (time[n] ?? 0) + seconds;
}
