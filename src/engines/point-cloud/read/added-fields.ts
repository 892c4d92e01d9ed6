import { type NumberKind, numberKinds } from '../../formats/numbers.ts';
import type { PointBatch } from '../batch.ts';
import { descriptorSize, type ExtraBytes } from '../extra.ts';

/** Where a number of a file goes that is no column: into the bytes that are added to a point. */
export interface AddedField {
  readonly kind: NumberKind;
  /** From the beginning of the bytes of a point. */
  readonly at: number;
}

/** What a LAS file calls a kind of number. */
const types: Readonly<Record<NumberKind, number>> = {
  uint8: 1,
  int8: 2,
  uint16: 3,
  int16: 4,
  uint32: 5,
  int32: 6,
  uint64: 7,
  int64: 8,
  float32: 9,
  float64: 10,
};

const writers: Readonly<Record<NumberKind, (view: DataView, at: number, value: number) => void>> = {
  uint8: (view, at, value) => view.setUint8(at, value),
  int8: (view, at, value) => view.setInt8(at, value),
  uint16: (view, at, value) => view.setUint16(at, value, true),
  int16: (view, at, value) => view.setInt16(at, value, true),
  uint32: (view, at, value) => view.setUint32(at, value, true),
  int32: (view, at, value) => view.setInt32(at, value, true),
  uint64: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
  int64: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  float32: (view, at, value) => view.setFloat32(at, value, true),
  float64: (view, at, value) => view.setFloat64(at, value, true),
};

/** More would make every point longer than its records may be. */
export const mostAdded = 100;
const nameBytes = 32;

export interface Added {
  readonly extra: ExtraBytes | undefined;
  /** In the order of the names. */
  readonly fields: readonly AddedField[];
}

/** Numbers of a file as attributes that LAS files describe. At most `mostAdded`. */
export function addedFields(all: readonly { readonly name: string; readonly kind: NumberKind }[]): Added {
  if (all.length === 0) return { extra: undefined, fields: [] };
  const descriptors = Buffer.alloc(descriptorSize * all.length);
  const fields: AddedField[] = [];
  let size = 0;
  for (const [n, { name, kind }] of all.entries()) {
    const at = n * descriptorSize;
    descriptors.writeUInt8(types[kind], at + 2);
    descriptors.write(name, at + 4, nameBytes, 'utf8');
    fields.push({ kind, at: size });
    size += numberKinds[kind].size;
  }
  return { extra: { size, descriptors }, fields };
}

/** Puts a value of a point into its added bytes. */
export function addedPutter({ kind, at }: AddedField, { extra, x }: PointBatch): (n: number, value: number) => void {
  if (extra === undefined) return () => {};
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  const each = extra.length / x.length;
  const write = writers[kind];
  return (n, value) => write(view, n * each + at, value);
}
