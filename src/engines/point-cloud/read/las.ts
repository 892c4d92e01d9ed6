import type { RandomAccess } from '../../random-access.ts';
import { batchSize, makeBatch } from '../batch.ts';
import { copyExtra, extraBytesName } from '../extra.ts';
import type { CloudSource } from '../source.ts';
import type { LasHeader } from './las-header.ts';
import { decodeRecords } from './records.ts';

/** What records have that no output has room for. */
export function leftOutOf({ layout, stride, extra }: LasHeader): string[] {
  const { format, size } = layout;
  return [
    ...(format === 8 || format === 10 ? ['near infrared'] : []),
    ...([4, 5, 9, 10].includes(format) ? ['waveforms'] : []),
    ...(stride > size && extra === undefined ? [extraBytesName] : []),
  ];
}

/** A LAS file without compression. */
export function lasSource(file: RandomAccess, header: LasHeader): CloudSource {
  const { layout, stride, count, pointsAt, grid, srs, standardTime, extra } = header;
  return {
    columns: layout.columns,
    promised: count,
    grid,
    standardTime,
    leftOut: leftOutOf(header),
    ...(srs === undefined ? {} : { srs }),
    ...(extra === undefined ? {} : { extra }),
    async *batches() {
      const batch = makeBatch(layout.columns, batchSize, extra?.size);
      for (let first = 0; first < count; first += batchSize) {
        const size = Math.min(batchSize, count - first);
        const bytes = await file.read(pointsAt + first * stride, size * stride);
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        decodeRecords(view, size, layout, stride, grid, batch);
        if (extra) copyExtra(view, stride, batch, extra.size, 'out');
        yield batch;
      }
    },
    close: () => file.close(),
  };
}
