import type { ColumnName, Columns, PointBatch } from '../batch.ts';
import { nearest } from '../nearest.ts';
import type { PlaceGrid } from '../source.ts';

/** Where a point format of LAS has what. */
export interface RecordLayout {
  readonly format: number;
  /** Bytes of a record without those that a file adds. */
  readonly size: number;
  readonly columns: readonly ColumnName[];
  /** Formats 6 to 10. */
  readonly modern: boolean;
  readonly color: number | undefined;
  readonly time: number | undefined;
  readonly infrared: number | undefined;
}

const common: readonly ColumnName[] = [
  'intensity',
  'classification',
  'returnNumber',
  'returnCount',
  'flags',
  'scanAngle',
  'userData',
  'source',
];
const colors: readonly ColumnName[] = ['red', 'green', 'blue'];

const layout = (format: number, size: number, time?: number, color?: number, infrared?: number): RecordLayout => ({
  format,
  size,
  modern: format >= 6,
  time,
  color,
  infrared,
  columns: [
    ...common,
    ...(time === undefined ? [] : (['time'] as const)),
    ...(color === undefined ? [] : colors),
    ...(infrared === undefined ? [] : (['nearInfrared'] as const)),
  ],
});

/** By number. */
export const layouts: readonly RecordLayout[] = [
  layout(0, 20),
  layout(1, 28, 20),
  layout(2, 26, undefined, 20),
  layout(3, 34, 20, 28),
  layout(4, 57, 20),
  layout(5, 63, 20, 28),
  layout(6, 30, 22),
  layout(7, 36, 22, 30),
  layout(8, 38, 22, 30, 36),
  layout(9, 59, 22),
  layout(10, 67, 22, 30, 36),
];

/** A degree, in the units of formats 6 to 10. */
const perDegree = 1 / 0.006;

/** Records of LAS that lie one after the other in `view`, as a batch. */
export function decodeRecords(
  view: DataView,
  count: number,
  { color, time, infrared, modern }: RecordLayout,
  stride: number,
  { scale, offset }: PlaceGrid,
  batch: PointBatch,
): void {
  batch.count = count;
  eachPlace(view, count, stride, 0, batch.x, scale[0], offset[0]);
  eachPlace(view, count, stride, 4, batch.y, scale[1], offset[1]);
  eachPlace(view, count, stride, 8, batch.z, scale[2], offset[2]);
  const { columns } = batch;
  eachShort(view, count, stride, 12, columns.intensity);
  eachByte(view, count, stride, 17, columns.userData);
  if (modern) decodeModern(view, count, stride, columns);
  else decodeLegacy(view, count, stride, columns);
  if (time !== undefined && columns.time !== undefined) {
    for (let n = 0, at = time; n < count; n++, at += stride) columns.time[n] = view.getFloat64(at, true);
  }
  if (infrared !== undefined) eachShort(view, count, stride, infrared, columns.nearInfrared);
  if (color === undefined) return;
  eachShort(view, count, stride, color, columns.red);
  eachShort(view, count, stride, color + 2, columns.green);
  eachShort(view, count, stride, color + 4, columns.blue);
}

function eachPlace(
  view: DataView,
  count: number,
  stride: number,
  first: number,
  values: Float64Array,
  scale: number,
  offset: number,
): void {
  for (let n = 0, at = first; n < count; n++, at += stride) values[n] = view.getInt32(at, true) * scale + offset;
}

type Numbers = Uint8Array | Uint16Array | Int16Array | Float32Array;

function eachShort(view: DataView, count: number, stride: number, first: number, values: Numbers | undefined): void {
  if (values === undefined) return;
  for (let n = 0, at = first; n < count; n++, at += stride) values[n] = view.getUint16(at, true);
}

function eachByte(view: DataView, count: number, stride: number, first: number, values: Numbers | undefined): void {
  if (values === undefined) return;
  for (let n = 0, at = first; n < count; n++, at += stride) values[n] = view.getUint8(at);
}

function decodeModern(view: DataView, count: number, stride: number, columns: Partial<Columns>): void {
  const { returnNumber, returnCount, scanAngle } = columns;
  eachByte(view, count, stride, 15, columns.flags);
  eachByte(view, count, stride, 16, columns.classification);
  eachShort(view, count, stride, 20, columns.source);
  for (let n = 0, at = 0; n < count; n++, at += stride) {
    const returns = view.getUint8(at + 14);
    if (returnNumber) returnNumber[n] = returns & 15;
    if (returnCount) returnCount[n] = returns >> 4;
    if (scanAngle) scanAngle[n] = view.getInt16(at + 18, true);
  }
}

function decodeLegacy(view: DataView, count: number, stride: number, columns: Partial<Columns>): void {
  const { returnNumber, returnCount, scanAngle, flags, classification } = columns;
  eachShort(view, count, stride, 18, columns.source);
  for (let n = 0, at = 0; n < count; n++, at += stride) {
    const [returns, kind] = [view.getUint8(at + 14), view.getUint8(at + 15)];
    if (returnNumber) returnNumber[n] = returns & 7;
    if (returnCount) returnCount[n] = (returns >> 3) & 7;
    // direction and edge have the same bits there and here
    if (flags) flags[n] = (kind >> 5) | (returns & 0xc0);
    if (classification) classification[n] = kind & 31;
    if (scanAngle) scanAngle[n] = nearest(view.getInt8(at + 16) * perDegree);
  }
}
