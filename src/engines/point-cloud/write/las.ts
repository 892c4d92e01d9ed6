import { closeSync, openSync } from 'node:fs';
import { breathe } from '../../engine.ts';
import { writeAll, writeAt } from '../../formats/bytes.ts';
import { batchSize, type ColumnName, type PointBatch } from '../batch.ts';
import { copyExtra, type ExtraBytes } from '../extra.ts';
import { layouts, type RecordLayout } from '../read/records.ts';
import { batchesOf } from '../spool.ts';
import { type CloudToWrite, gridFor } from './cloud.ts';
import { type LasCounts, type LasHead, lasHead, variableRecord } from './las-head.ts';
import { encodeRecords } from './records.ts';

/** Writes LAS 1.4: format 7, without colours 6, with near infrared 8. */
export async function writeLas(cloud: CloudToWrite): Promise<void> {
  const { spool, facts, crs, standardTime, extra } = cloud;
  const layout = withExtra(layoutOf(modernFormat(spool.columns)), extra);
  const head: LasHead = {
    minor: 4,
    layout,
    compressed: false,
    grid: gridFor(cloud),
    crs,
    standardTime,
    records: recordsOf(extra),
  };
  const bytes = Buffer.alloc(Math.min(batchSize, facts.count) * layout.size);
  await writeRecords(cloud, head, bytes, (file, count) => writeAll(file, bytes.subarray(0, count * layout.size)));
}

export function modernFormat(columns: readonly ColumnName[]): 6 | 7 | 8 {
  if (columns.includes('nearInfrared')) return 8;
  return columns.includes('red') ? 7 : 6;
}

/** Records that are longer by what a file adds. */
export const withExtra = (layout: RecordLayout, extra: ExtraBytes | undefined): RecordLayout => ({
  ...layout,
  size: layout.size + (extra?.size ?? 0),
});

export const recordsOf = (extra: ExtraBytes | undefined): Buffer[] =>
  extra === undefined || extra.descriptors.length === 0 ? [] : [variableRecord('LASF_Spec', 4, extra.descriptors)];

export function layoutOf(format: number): RecordLayout {
  const found = layouts[format];
  if (found === undefined) throw new Error(`There is no point format ${format}.`);
  return found;
}

/** Writes a header, then records batch by batch as `put` does it, then the header again with what is known now. */
export async function writeRecords(
  { path, spool, context, progress, extra }: CloudToWrite,
  head: LasHead,
  bytes: Buffer,
  put: (file: number, count: number) => void,
  end: (file: number) => void = () => {},
): Promise<void> {
  const file = openSync(path, 'wx');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const counts = counting();
  try {
    writeAll(file, lasHead(head, counts.now()));
    for (const batch of batchesOf(spool, head.layout.columns, extra?.size)) {
      encodeRecords(view, batch, head.layout, head.grid);
      if (extra) copyExtra(view, head.layout.size, batch, extra.size, 'in');
      counts.add(batch, view, head.layout);
      put(file, batch.count);
      progress(batch.count);
      await breathe();
      context.signal?.throwIfAborted();
    }
    end(file);
    writeAt(file, lasHead(head, counts.now()), 0);
  } finally {
    closeSync(file);
  }
}

function counting() {
  let count = 0;
  const returns = new Array<number>(15).fill(0);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  return {
    now: (): LasCounts => ({ count, returns, ...(count === 0 ? { low: [0, 0, 0], high: [0, 0, 0] } : { low, high }) }),
    add(batch: PointBatch, view: DataView, layout: RecordLayout): void {
      count += batch.count;
      for (let n = 0; n < batch.count; n++) {
        const number = (batch.columns.returnNumber?.[n] ?? 1) - 1;
        if (number >= 0 && number < 15) returns[number] = (returns[number] ?? 0) + 1;
      }
      for (let axis = 0; axis < 3; axis++) {
        const [least, most] = endsAlong(view, axis, batch.count, layout.size);
        low[axis] = Math.min(low[axis] ?? least, least);
        high[axis] = Math.max(high[axis] ?? most, most);
      }
    },
  };
}

function endsAlong(view: DataView, axis: number, count: number, size: number): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (let n = 0, at = 4 * axis; n < count; n++, at += size) {
    const value = view.getInt32(at, true);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
