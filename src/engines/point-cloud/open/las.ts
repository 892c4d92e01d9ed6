import type { RandomAccess } from '../../random-access.ts';
import { batchSize } from '../batch.ts';
import type { ChunkPlace } from '../laz/chunk-table.ts';
import type { LasHeader } from '../read/las-header.ts';
import type { CloudSource } from '../source.ts';
import { recordSource, type Wanted } from './record-source.ts';

/** A LAS file without compression. */
export function lasSource(file: RandomAccess, header: LasHeader, name: string, wanted: Wanted): CloudSource {
  return recordSource(file, header, piecesOf(header), name, wanted);
}

function piecesOf({ stride, count, pointsAt }: LasHeader): ChunkPlace[] {
  return Array.from({ length: Math.ceil(count / batchSize) }, (_, n) => {
    const held = Math.min(batchSize, count - n * batchSize);
    return { offset: pointsAt + n * batchSize * stride, length: held * stride, count: held };
  });
}
