import { useOf } from '../../formats/field-names.ts';
import { headOf, linesOf } from '../../formats/lines.ts';
import { type NumberKind, numberKinds } from '../../formats/numbers.ts';
import { unreadable } from '../../formats/unreadable.ts';
import type { RandomAccess } from '../../random-access.ts';
import { batchSize, makeBatch, type PointBatch } from '../batch.ts';
import type { CloudSource } from '../source.ts';
import { columnsOf, hasPlaces, putter } from './fields.ts';
import { type Field, fillBatch, fixedBatches } from './fixed-records.ts';
import { expandLzf } from './lzf.ts';

interface PcdHeader {
  readonly fields: readonly (Field & { readonly count: number })[];
  readonly stride: number;
  readonly count: number;
  readonly data: string;
  /** Where the points begin. */
  readonly end: number;
}

const kinds: Readonly<Record<string, NumberKind>> = {
  F4: 'float32',
  F8: 'float64',
  U1: 'uint8',
  U2: 'uint16',
  U4: 'uint32',
  U8: 'uint64',
  I1: 'int8',
  I2: 'int16',
  I4: 'int32',
  I8: 'int64',
};
/** What LZF can expand a byte to, with a little more. */
const mostExpansion = 100;
const mostExpanded = 2 ** 31;

/** The points of a PCD file, as text, binary or compressed. */
export async function pcdSource(file: RandomAccess, name: string): Promise<CloudSource> {
  const header = await readHeader(file, name);
  const { fields, stride, count, data, end } = header;
  const uses = fields.map(({ use }) => use);
  if (!hasPlaces(uses)) throw unreadable(name, 'its points have no x, y and z');
  if (data === 'binary' && end + count * stride > file.size) {
    const held = Math.floor((file.size - end) / stride);
    throw unreadable(name, `it is cut off: its header promises ${count} points, and ${held} are there`);
  }
  const batches = {
    ascii: () => textBatches(file, header, name),
    binary: () => fixedBatches({ file, start: end, count, stride, little: true, fields }),
    binary_compressed: () => packedBatches(file, header, name),
  }[data];
  if (batches === undefined) throw unreadable(name, `its data are '${data}', which is not known`);
  return {
    columns: columnsOf(uses),
    promised: count,
    ...(uses.includes('packedColor') ? { colorBits: 8 } : {}),
    batches,
    close: () => file.close(),
  };
}

async function readHeader(file: RandomAccess, name: string): Promise<PcdHeader> {
  const head = await headOf(file, (line) => line.startsWith('DATA '));
  if (head === undefined) throw unreadable(name, 'it has no header as PCD files have');
  const words = (key: string): string[] | undefined =>
    head.lines
      .find((line) => line.startsWith(`${key} `))
      ?.trim()
      .split(/\s+/)
      .slice(1);
  const [names, sizes, types] = [words('FIELDS') ?? words('COLUMNS'), words('SIZE'), words('TYPE')];
  if (names === undefined || sizes === undefined || types === undefined)
    throw unreadable(name, 'its header names no fields');
  let stride = 0;
  const fields = names.map((field, n) => {
    const kind = kinds[`${types[n]?.toUpperCase()}${sizes[n]}`];
    const count = Number(words('COUNT')?.[n] ?? 1);
    if (kind === undefined || !Number.isInteger(count) || count < 1 || count > 10_000) {
      throw unreadable(name, `the field '${field}' of its header is not known`);
    }
    const offset = stride;
    stride += numberKinds[kind].size * count;
    return { use: useOf(field), kind, offset, count };
  });
  const count = Number(words('POINTS')?.[0] ?? Number(words('WIDTH')?.[0]) * Number(words('HEIGHT')?.[0] ?? 1));
  if (!Number.isSafeInteger(count) || count < 0) throw unreadable(name, 'its header tells no number of points');
  return { fields, stride, count, data: words('DATA')?.[0] ?? '', end: head.end };
}

async function* packedBatches(file: RandomAccess, { fields, stride, count, end }: PcdHeader, name: string) {
  const cut = () => unreadable(name, 'its compressed points are cut off or damaged');
  if (end + 8 > file.size) throw cut();
  const sizes = Buffer.from(await file.read(end, 8));
  const [packed, whole] = [sizes.readUInt32LE(0), sizes.readUInt32LE(4)];
  const isBomb = whole > packed * mostExpansion || whole > mostExpanded;
  if (end + 8 + packed > file.size || whole !== count * stride || isBomb) throw cut();
  const bytes = expandLzf(await file.read(end + 8, packed), whole);
  if (bytes === undefined) throw cut();
  const view = new DataView(bytes.buffer);
  const batch = makeBatch(columnsOf(fields.map(({ use }) => use)));
  for (let first = 0; first < count; first += batchSize) {
    const size = Math.min(batchSize, count - first);
    // field after field, not point after point
    for (const field of fields) {
      const each = numberKinds[field.kind].size * field.count;
      fillBatch(view, size, each, true, [{ ...field, offset: field.offset * count + first * each }], batch);
    }
    yield batch;
  }
}

async function* textBatches(file: RandomAccess, header: PcdHeader, name: string): AsyncGenerator<PointBatch> {
  const { fields, count, end } = header;
  const batch = makeBatch(columnsOf(fields.map(({ use }) => use)));
  let place = 0;
  const puts = fields.map(({ use, kind, count: width }) => {
    const at = place;
    place += width;
    return { at, isFloatColor: use === 'packedColor' && kind === 'float32', put: use && putter(use, batch) };
  });
  let seen = 0;
  batch.count = 0;
  for await (const line of linesOf(file, end)) {
    if (seen === count) break;
    const words = line.trim().split(/\s+/);
    if (words[0] === '') continue;
    if (words.length < place)
      throw unreadable(name, `point ${seen + 1} has ${words.length} numbers instead of ${place}`);
    for (const { at, put, isFloatColor } of puts) {
      const value = Number(words[at]);
      put?.(batch.count, isFloatColor ? bitsOf(value) : value);
    }
    batch.count++;
    seen++;
    if (batch.count < batchSize) continue;
    yield batch;
    batch.count = 0;
  }
  if (seen < count) throw unreadable(name, `it is cut off: its header promises ${count} points, and ${seen} are there`);
  if (batch.count > 0) yield batch;
}

/** A colour that is written as the float which its bits make. */
const bitsOf = (value: number): number => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;
