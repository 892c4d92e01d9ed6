import { deflateSync } from 'node:zlib';
import type { Crs } from '../../crs/crs.ts';
import { keyRecords, keysOf } from '../../crs/write/geo-keys.ts';

/** A grid of cells, rows from north to south. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  /** Metres. */
  readonly cell: number;
  /** The outer corner of the first cell. */
  readonly west: number;
  readonly north: number;
}

export interface RasterOptions {
  readonly grid: Grid;
  /** Absent: coordinates are local. */
  readonly crs?: Crs | undefined;
  readonly noData?: number;
}

/** A field of the directory: its tag, type and values. */
type Field = readonly [tag: number, type: Type, values: readonly number[] | string];
type Type = 'ascii' | 'short' | 'long' | 'double';
const types = { ascii: [2, 1], short: [3, 2], long: [4, 4], double: [12, 8] } as const;

const rowsPerStrip = 64;
const deflate = 8;

/** A GeoTIFF of colours (three bytes a cell) or heights (floats), in compressed strips. */
export function geoTiff(cells: Uint8Array | Float32Array, options: RasterOptions): Buffer {
  const { grid } = options;
  const bands = cells instanceof Float32Array ? 1 : 3;
  const perRow = grid.width * bands;
  const strips: Buffer[] = [];
  for (let row = 0; row < grid.height; row += rowsPerStrip) {
    const part = cells.subarray(row * perRow, Math.min(grid.height, row + rowsPerStrip) * perRow);
    strips.push(deflateSync(new Uint8Array(part.buffer, part.byteOffset, part.byteLength)));
  }
  const isHeight = bands === 1;
  const fields: Field[] = [
    [256, 'long', [grid.width]],
    [257, 'long', [grid.height]],
    [258, 'short', isHeight ? [32] : [8, 8, 8]],
    [259, 'short', [deflate]],
    [262, 'short', [isHeight ? 1 : 2]],
    [273, 'long', placesOf(strips)],
    [277, 'short', [bands]],
    [278, 'long', [rowsPerStrip]],
    [279, 'long', strips.map((strip) => strip.length)],
    [284, 'short', [1]],
    [339, 'short', isHeight ? [3] : [1, 1, 1]],
    [33550, 'double', [grid.cell, grid.cell, 0]],
    [33922, 'double', [0, 0, 0, grid.west, grid.north, 0]],
    ...keyFields(options),
    ...(options.noData === undefined ? [] : [[42113, 'ascii', `${options.noData}\0`] as const]),
  ];
  return Buffer.concat([
    head(strips),
    ...strips,
    directory(fields, 8 + strips.reduce((sum, { length }) => sum + length, 0)),
  ]);
}

/** Strips follow the head of eight bytes. */
function placesOf(strips: readonly Buffer[]): number[] {
  let at = 8;
  return strips.map(({ length }) => {
    at += length;
    return at - length;
  });
}

function head(strips: readonly Buffer[]): Buffer {
  const bytes = Buffer.from('II*\0\0\0\0\0', 'latin1');
  bytes.writeUInt32LE(8 + strips.reduce((sum, { length }) => sum + length, 0), 4);
  return bytes;
}

const isLocal = { 1024: 32_767, 1025: 1 };

/** Where it is, and that its values stand for areas. */
function keyFields({ crs }: RasterOptions): Field[] {
  const { directory, doubles, text } = keyRecords(crs === undefined ? isLocal : keysOf(crs.model));
  return [
    [34_735, 'short', directory],
    ...(doubles.length === 0 ? [] : [[34_736, 'double', doubles] as const]),
    ...(text === '' ? [] : [[34_737, 'ascii', `${text}\0`] as const]),
  ];
}

/** The directory at this place, and behind it what does not fit into its entries. */
function directory(fields: readonly Field[], at: number): Buffer {
  const entries = Buffer.alloc(2 + 12 * fields.length + 4);
  entries.writeUInt16LE(fields.length, 0);
  const behind: Buffer[] = [];
  let next = at + entries.length;
  for (const [n, [tag, type, values]] of fields.entries()) {
    const bytes = bytesOf(type, values);
    const entry = 2 + 12 * n;
    entries.writeUInt16LE(tag, entry);
    entries.writeUInt16LE(types[type][0], entry + 2);
    entries.writeUInt32LE(bytes.length / types[type][1], entry + 4);
    if (bytes.length <= 4) bytes.copy(entries, entry + 8);
    else {
      entries.writeUInt32LE(next, entry + 8);
      behind.push(bytes);
      next += bytes.length;
    }
  }
  return Buffer.concat([entries, ...behind]);
}

function bytesOf(type: Type, values: readonly number[] | string): Buffer {
  if (typeof values === 'string') return Buffer.from(values, 'latin1');
  const [, size] = types[type];
  const bytes = Buffer.alloc(size * values.length);
  for (const [n, value] of values.entries()) {
    if (type === 'double') bytes.writeDoubleLE(value, n * size);
    else bytes.writeUIntLE(value, n * size, size);
  }
  return bytes;
}
