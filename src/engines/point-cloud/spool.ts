import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { writeAll } from '../formats/bytes.ts';
import { absent, batchSize, type ColumnName, type Columns, colorNames, makeBatch, type PointBatch } from './batch.ts';

/** Where points are on disk, as columns in blocks: enough for any thread to read them. */
export interface SpoolFile {
  /** By its number, which all threads of a process share. */
  readonly file: number;
  readonly columns: readonly ColumnName[];
  /** Bytes of a point besides its columns. */
  readonly extra: number;
}

/** All points of some files on disk: memory holds one block, however many there are. */
export interface Spool extends SpoolFile {
  readonly blocks: readonly SpoolBlock[];
  readonly count: number;
  /** Appends points of the file that was begun last. */
  append(batch: PointBatch): void;
  /** What is appended from now on is of another file; its values count in these units once it has ended. */
  begin(): SpoolUnits;
  close(): void;
}

/** A file may tell only at its end whether its colours have 8 bits. */
export interface SpoolUnits {
  color: number;
  /** Undefined: whole numbers of 16 bits already. */
  intensity: { from: number; by: number } | undefined;
}

export interface SpoolBlock {
  readonly offset: number;
  readonly count: number;
  readonly units: SpoolUnits;
}

export function openSpool(path: string, columns: readonly ColumnName[], extra = 0): Spool {
  const file = openSync(path, 'w+');
  const blocks: SpoolBlock[] = [];
  let size = 0;
  let count = 0;
  let units: SpoolUnits = asTheyAre();
  const missing = makeBatch(columns);
  for (const name of columns) missing.columns[name]?.fill(absent[name]);
  /** The values of some points: `each` of them a point. */
  const write = (values: Numbers, first: number, end: number, each = 1) => {
    const part = values.subarray(first * each, end * each);
    writeAll(file, new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    size += part.byteLength;
  };
  const writeBlock = (batch: PointBatch, first: number, end: number) => {
    blocks.push({ offset: size, count: end - first, units });
    for (const values of [batch.x, batch.y, batch.z]) write(values, first, end);
    for (const name of columns) {
      const values = batch.columns[name];
      if (values !== undefined) write(values, first, end);
      else write(missing.columns[name] ?? batch.x, 0, end - first);
    }
    if (extra === 0) return;
    if (batch.extra) write(batch.extra, first, end, extra);
    else write(new Uint8Array((end - first) * extra), 0, end - first, extra);
  };
  return {
    file,
    columns,
    extra,
    blocks,
    get count() {
      return count;
    },
    begin() {
      units = asTheyAre();
      return units;
    },
    append(batch) {
      for (let first = 0; first < batch.count; first += batchSize) {
        writeBlock(batch, first, Math.min(batch.count, first + batchSize));
      }
      count += batch.count;
    },
    close() {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}

/** Reads a block, as far as the batch has columns. */
export function readBlock({ file, columns, extra }: SpoolFile, block: SpoolBlock, batch: PointBatch): void {
  const widths = makeBatch(columns, 0);
  let at = block.offset;
  const read = (values: Numbers, length: number) => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, length * values.BYTES_PER_ELEMENT);
    if (readSync(file, bytes, 0, bytes.length, at) !== bytes.length) throw new Error('The spool ends too soon.');
    at += bytes.length;
  };
  batch.count = block.count;
  for (const values of [batch.x, batch.y, batch.z]) read(values, block.count);
  for (const name of columns) {
    const values = batch.columns[name];
    if (values === undefined) at += block.count * (widths.columns[name]?.BYTES_PER_ELEMENT ?? 0);
    else read(values, block.count);
  }
  if (batch.extra) read(batch.extra, block.count * extra);
  convert(batch, block.units);
}

type Numbers = Float64Array | Columns[ColumnName];

const asTheyAre = (): SpoolUnits => ({ color: 1, intensity: undefined });

function convert({ count, columns }: PointBatch, { color, intensity }: SpoolUnits): void {
  if (color !== 1) {
    for (const name of colorNames) {
      const values = columns[name];
      if (values) for (let n = 0; n < count; n++) values[n] = (values[n] ?? 0) * color;
    }
  }
  const values = columns.intensity;
  if (values === undefined || intensity === undefined) return;
  const { from, by } = intensity;
  for (let n = 0; n < count; n++) {
    values[n] = Math.min(65_535, Math.max(0, Math.round(((values[n] ?? 0) - from) * by)));
  }
}

/** All points of a spool, block by block; the batch is the same one each time. */
export function* batchesOf(spool: Spool, names: readonly ColumnName[], extra = 0): Generator<PointBatch> {
  const batch = makeBatch(
    names.filter((name) => spool.columns.includes(name)),
    Math.min(batchSize, Math.max(1, spool.count)),
    extra,
  );
  for (const block of spool.blocks) {
    readBlock(spool, block, batch);
    yield batch;
  }
}
