import type { RandomAccess } from '../../random-access.ts';
import { batchSize } from '../batch.ts';
import { extraBytesName } from '../extra.ts';
import type { ChunkPlace } from '../laz/chunk-table.ts';
import type { CloudSource } from '../source.ts';
import type { LasHeader } from './las-header.ts';
import { columnsIn, recordBatches, type Wanted } from './record-batches.ts';

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
export function lasSource(file: RandomAccess, header: LasHeader, name: string, wanted: Wanted): CloudSource {
  const { count, grid, srs, standardTime, extra } = header;
  return {
    columns: columnsIn(header, wanted),
    promised: count,
    grid,
    standardTime,
    leftOut: leftOutOf(header),
    ...(srs === undefined ? {} : { srs }),
    ...(extra === undefined ? {} : { extra }),
    batches: () => recordBatches(file, header, piecesOf(header), name, wanted),
    close: () => file.close(),
  };
}

function piecesOf({ stride, count, pointsAt }: LasHeader): ChunkPlace[] {
  return Array.from({ length: Math.ceil(count / batchSize) }, (_, n) => {
    const held = Math.min(batchSize, count - n * batchSize);
    return { offset: pointsAt + n * batchSize * stride, length: held * stride, count: held };
  });
}
