import { closeSync, openSync } from 'node:fs';
import { breathe } from '../../engine.ts';
import { writeAll } from '../../formats/bytes.ts';
import { batchSize, type ColumnName, type PointBatch } from '../batch.ts';
import { batchesOf } from '../spool.ts';
import type { CloudToWrite } from './cloud.ts';

/** Kinds of the columns that are written, by the names that readers know. */
const columns = {
  red: ['red', 'uchar', 1],
  green: ['green', 'uchar', 1],
  blue: ['blue', 'uchar', 1],
  nearInfrared: ['nir', 'ushort', 2],
  intensity: ['intensity', 'ushort', 2],
  classification: ['classification', 'uchar', 1],
  returnNumber: ['return_number', 'uchar', 1],
  returnCount: ['number_of_returns', 'uchar', 1],
  userData: ['user_data', 'uchar', 1],
  source: ['point_source_id', 'ushort', 2],
  time: ['gps_time', 'double', 8],
} as const satisfies Partial<Record<ColumnName, readonly [string, string, number]>>;

type Written = keyof typeof columns;
const isWritten = (name: string): name is Written => name in columns;
const isColor = (name: Written): boolean => name === 'red' || name === 'green' || name === 'blue';

/** Writes a binary PLY of points: doubles, colours of 8 bits. */
export async function writePly({ path, spool, facts, crs, context, progress }: CloudToWrite): Promise<void> {
  const names = spool.columns.filter(isWritten);
  const stride = names.reduce((sum, name) => sum + columns[name][2], 24);
  const system = crs?.id.startsWith('EPSG:') ? `comment ${crs.id}${crs.verticalId?.replace('EPSG:', '+') ?? ''}\n` : '';
  const properties = names.map((name) => `property ${columns[name][1]} ${columns[name][0]}\n`);
  const places = ['x', 'y', 'z'].map((axis) => `property double ${axis}\n`);
  const head = `ply\nformat binary_little_endian 1.0\n${system}element vertex ${facts.count}\n`;
  const file = openSync(path, 'wx');
  const bytes = Buffer.alloc(Math.min(batchSize, facts.count) * stride);
  try {
    writeAll(file, Buffer.from(`${head}${places.join('')}${properties.join('')}end_header\n`));
    for (const batch of batchesOf(spool, names)) {
      for (let n = 0, at = 0; n < batch.count; n++) at = putPoint(bytes, at, batch, n, names);
      writeAll(file, bytes.subarray(0, batch.count * stride));
      progress(batch.count);
      await breathe();
      context.signal?.throwIfAborted();
    }
  } finally {
    closeSync(file);
  }
}

/** Answers where the next one goes. */
function putPoint(bytes: Buffer, start: number, batch: PointBatch, n: number, names: readonly Written[]): number {
  let at = start;
  for (const values of [batch.x, batch.y, batch.z]) at = bytes.writeDoubleLE(values[n] ?? 0, at);
  for (const name of names) {
    const value = batch.columns[name]?.[n] ?? 0;
    const size = columns[name][2];
    if (size === 8) at = bytes.writeDoubleLE(value, at);
    else at = bytes.writeUIntLE(isColor(name) ? Math.round(value / 257) : value, at, size);
  }
  return at;
}
