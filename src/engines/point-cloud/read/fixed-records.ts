import type { FieldUse } from '../../formats/field-names.ts';
import { type NumberKind, numberKinds } from '../../formats/numbers.ts';
import type { RandomAccess } from '../../random-access.ts';
import { batchSize, makeBatch, type PointBatch } from '../batch.ts';
import { type AddedField, addedPutter } from './added-fields.ts';
import { columnsOf, putter } from './fields.ts';

/** A number in a record. */
export interface Field {
  readonly use: FieldUse | undefined;
  /** Where it goes that is of no use for us. */
  readonly added?: AddedField | undefined;
  readonly kind: NumberKind;
  /** What is made of its value; absent: nothing. */
  readonly of?: (value: number) => number;
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
  /** Bytes that are added to each point. */
  readonly extra?: number;
}

/** Puts the value of a field where it belongs; undefined: nowhere. */
export function fieldPutter({ use, added, kind, of }: Field, batch: PointBatch) {
  if (use !== undefined) {
    const put = putter(use, batch, isShare(kind));
    return of === undefined ? put : (n: number, value: number) => put(n, of(value));
  }
  return added && addedPutter(added, batch);
}

/** Points of records of one size that lie one after the other. */
export async function* fixedBatches({
  file,
  start,
  count,
  stride,
  little,
  fields,
  extra,
}: FixedRecords): AsyncGenerator<PointBatch> {
  const batch = makeBatch(columnsOf(fields.map(({ use }) => use)), batchSize, extra);
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
  for (const field of fields) {
    const { use, kind, offset } = field;
    const put = fieldPutter(field, batch);
    if (put === undefined) continue;
    // a colour in one number is never meant as the number that its bits make
    const { read } = numberKinds[use === 'packedColor' ? 'uint32' : kind];
    for (let n = 0, at = offset; n < count; n++, at += stride) put(n, read(view, at, little));
  }
}

/** Colours as floats are parts of one. */
export const isShare = (kind: NumberKind): boolean => kind === 'float32' || kind === 'float64';
