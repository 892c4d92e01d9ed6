import type { Crs } from '../../crs/crs.ts';
import { wktOf } from '../../crs/wkt-text.ts';
import { keyRecords, keysOf } from '../../crs/write/geo-keys.ts';
import type { RecordLayout } from '../read/records.ts';
import type { PlaceGrid } from '../source.ts';

/** What the header of a LAS file says. */
export interface LasHead {
  readonly minor: 2 | 4;
  readonly layout: RecordLayout;
  readonly compressed: boolean;
  readonly grid: PlaceGrid;
  readonly crs: Crs | undefined;
  readonly standardTime: boolean;
  /** Further variable length records. */
  readonly records: readonly Buffer[];
}

/** Known only when all points are written. */
export interface LasCounts {
  readonly count: number;
  /** Points by their return number, from 1. */
  readonly returns: readonly number[];
  /** Whole numbers. */
  readonly low: readonly number[];
  readonly high: readonly number[];
}

const sizes = { 2: 227, 4: 375 } as const;
const withWkt = 0x10;
const mostLegacy = 2 ** 32 - 1;

/** Header and variable length records. */
export function lasHead(
  { minor, layout, compressed, grid, crs, standardTime, records }: LasHead,
  counts: LasCounts,
): Buffer {
  const size = sizes[minor];
  const all = [...systemRecords(crs, minor), ...records];
  const h = Buffer.alloc(size);
  h.write('LASF');
  h.writeUInt16LE((standardTime ? 1 : 0) | (minor === 4 ? withWkt : 0), 6);
  h.writeUInt8(1, 24);
  h.writeUInt8(minor, 25);
  h.write('conversion', 26, 32, 'latin1');
  h.write('Twin Platform', 58, 32, 'latin1');
  h.writeUInt16LE(size, 94);
  h.writeUInt32LE(
    all.reduce<number>((sum, { length }) => sum + length, size),
    96,
  );
  h.writeUInt32LE(all.length, 100);
  h.writeUInt8(layout.format | (compressed ? 0x80 : 0), 104);
  h.writeUInt16LE(layout.size, 105);
  for (let axis = 0; axis < 3; axis++) {
    const [scale, offset] = [grid.scale[axis] ?? 1, grid.offset[axis] ?? 0];
    const ends = [(counts.high[axis] ?? 0) * scale + offset, (counts.low[axis] ?? 0) * scale + offset];
    h.writeDoubleLE(scale, 131 + 8 * axis);
    h.writeDoubleLE(offset, 155 + 8 * axis);
    h.writeDoubleLE(Math.max(...ends), 179 + 16 * axis);
    h.writeDoubleLE(Math.min(...ends), 187 + 16 * axis);
  }
  writeCounts(h, minor, layout, counts);
  return Buffer.concat([h, ...all]);
}

function writeCounts(h: Buffer, minor: 2 | 4, layout: RecordLayout, { count, returns }: LasCounts): void {
  // formats since 1.4 leave the old fields empty
  if (!layout.modern && count <= mostLegacy) {
    h.writeUInt32LE(count, 107);
    for (let n = 0; n < 5; n++) h.writeUInt32LE(returns[n] ?? 0, 111 + 4 * n);
  }
  if (minor === 2) return;
  h.writeBigUInt64LE(BigInt(count), 247);
  for (let n = 0; n < 15; n++) h.writeBigUInt64LE(BigInt(returns[n] ?? 0), 255 + 8 * n);
}

/** Where the coordinates are: keys in 1.2, well-known text in 1.4. */
function systemRecords(crs: Crs | undefined, minor: 2 | 4): Buffer[] {
  if (crs === undefined) return [];
  if (minor === 4) return [variableRecord('LASF_Projection', 2112, Buffer.from(`${wktOf(crs)}\0`))];
  const { directory, doubles, text } = keyRecords(keysOf(crs.model));
  const words = Buffer.alloc(2 * directory.length);
  for (const [n, word] of directory.entries()) words.writeUInt16LE(word, 2 * n);
  const numbers = Buffer.alloc(8 * doubles.length);
  for (const [n, value] of doubles.entries()) numbers.writeDoubleLE(value, 8 * n);
  return [
    variableRecord('LASF_Projection', 34_735, words),
    ...(doubles.length === 0 ? [] : [variableRecord('LASF_Projection', 34_736, numbers)]),
    ...(text === '' ? [] : [variableRecord('LASF_Projection', 34_737, Buffer.from(`${text}\0`, 'latin1'))]),
  ];
}

export function variableRecord(user: string, id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(54);
  head.write(user, 2, 16, 'latin1');
  head.writeUInt16LE(id, 18);
  head.writeUInt16LE(data.length, 20);
  return Buffer.concat([head, data]);
}
