import type { RandomAccess } from '../../random-access.ts';
import { batchSize, makeBatch, type PointBatch } from '../batch.ts';
import { columnsOf, type FieldUse, type NumberKind, numberKinds, putter } from './fields.ts';

/** A number in a record. */
export interface Field {
  readonly use: FieldUse | undefined;
  readonly kind: NumberKind;
  /** Bytes from the beginning of the record. */
  readonly offset: number;
}

export interface FixedRecords {
  readonly file: RandomAccess;
  readonly start: number;
  readonly count: number;
  readonly stride: number;
  readonly little: boolean;
  readonly fields: readonly Field[];
}

/** Points of records of one size that lie one after the other. */
export async function* fixedBatches({
  file,
  start,
  count,
  stride,
  little,
  fields,
}: FixedRecords): AsyncGenerator<PointBatch> {
  const batch = makeBatch(columnsOf(fields.map(({ use }) => use)));
  for (let first = 0; first < count; first += batchSize) {
    const size = Math.min(batchSize, count - first);
    const bytes = await file.read(start + first * stride, size * stride);
    fillBatch(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), size, stride, little, fields, batch);
    yield batch;
  }
}

export function fillBatch(
  view: DataView,
  count: number,
  stride: number,
  little: boolean,
  fields: readonly Field[],
  batch: PointBatch,
): void {
  batch.count = count;
  for (const { use, kind, offset } of fields) {
    if (use === undefined) continue;
    // a colour in one number is never meant as the number that its bits make
    const { read } = numberKinds[use === 'packedColor' ? 'uint32' : kind];
    const put = putter(use, batch, isShare(kind));
    for (let n = 0, at = offset; n < count; n++, at += stride) put(n, read(view, at, little));
  }
}

/** Colours as floats are parts of one. */
export const isShare = (kind: NumberKind): boolean => kind === 'float32' || kind === 'float64';
