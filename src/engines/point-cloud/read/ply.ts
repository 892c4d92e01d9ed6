import { crsOf } from '../../crs/crs.ts';
import type { RandomAccess } from '../../random-access.ts';
import { batchSize, makeBatch } from '../batch.ts';
import { type CloudSource, unreadable } from '../source.ts';
import { columnsOf, hasPlaces, numberKinds, putter, useOf } from './fields.ts';
import { type Field, type FixedRecords, fixedBatches, isShare } from './fixed-records.ts';
import { linesOf } from './lines.ts';
import { type PlyElement, type PlyHeader, readPlyHeader, strideOf } from './ply-header.ts';

/** The vertices of a PLY file. */
export async function plySource(file: RandomAccess, name: string): Promise<CloudSource> {
  const header = await readPlyHeader(file, name);
  const { elements, format, end } = header;
  const place = elements.findIndex((element) => element.name === 'vertex');
  const vertex = elements[place];
  const fields = vertex === undefined ? [] : fieldsOf(vertex);
  const uses = fields.map(({ use }) => use);
  if (vertex === undefined || !hasPlaces(uses)) throw unreadable(name, 'its vertices have no x, y and z');
  const before = elements.slice(0, place);
  if (before.some(({ count }) => count > 0)) throw unreadable(name, 'its vertices do not come first');
  const stride = strideOf(vertex);
  if (stride === undefined) throw unreadable(name, 'its vertices hold lists');
  const { count } = vertex;
  if (format !== 'ascii' && end + count * stride > file.size) {
    const held = Math.floor((file.size - end) / stride);
    throw unreadable(name, `it is cut off: its header promises ${count} points, and ${held} are there`);
  }
  const records: FixedRecords = { file, start: end, count, stride, little: format === 'little', fields };
  const srs = srsOf(header);
  return {
    columns: columnsOf(uses),
    promised: count,
    ...(srs === undefined ? {} : { srs }),
    ...(colorBitsOf(fields) === undefined ? {} : { colorBits: colorBitsOf(fields) ?? 8 }),
    batches: () => (format === 'ascii' ? textBatches(records, name) : fixedBatches(records)),
    close: () => file.close(),
  };
}

function fieldsOf({ properties }: PlyElement): Field[] {
  let offset = 0;
  return properties.map(({ name, kind }) => {
    const field = { use: useOf(name), kind, offset };
    offset += numberKinds[kind].size;
    return field;
  });
}

function colorBitsOf(fields: readonly Field[]): 8 | 16 | undefined {
  const kind = fields.find(({ use }) => use === 'red')?.kind;
  return kind === undefined ? undefined : kind === 'uint8' ? 8 : isShare(kind) ? 16 : undefined;
}

/** A comment that names a system: "EPSG:25832+7837". */
function srsOf({ comments }: PlyHeader): string | undefined {
  for (const comment of comments) {
    const named = /EPSG:\d+(?:\+(?:EPSG:)?\d+)?/i.exec(comment)?.[0];
    if (named !== undefined && crsOf(named) !== undefined) return named;
  }
  return undefined;
}

async function* textBatches({ file, start, count, fields }: FixedRecords, name: string) {
  const batch = makeBatch(columnsOf(fields.map(({ use }) => use)));
  const puts = fields.map(({ use, kind }) => (use === undefined ? undefined : putter(use, batch, isShare(kind))));
  let seen = 0;
  batch.count = 0;
  for await (const line of linesOf(file, start)) {
    if (seen === count) break;
    const words = line.trim().split(/\s+/);
    if (words.length < fields.length) {
      if (words[0] === '') continue;
      throw unreadable(name, `point ${seen + 1} has ${words.length} numbers instead of ${fields.length}`);
    }
    for (const [n, put] of puts.entries()) put?.(batch.count, Number(words[n]));
    batch.count++;
    seen++;
    if (batch.count < batchSize) continue;
    yield batch;
    batch.count = 0;
  }
  if (seen < count) throw unreadable(name, `it is cut off: its header promises ${count} points, and ${seen} are there`);
  if (batch.count > 0) yield batch;
}
