import { crsOf } from '../../crs/crs.ts';
import { type FieldUse, plainName, useOf } from '../../formats/field-names.ts';
import { linesOf } from '../../formats/lines.ts';
import { numberKinds } from '../../formats/numbers.ts';
import { type PlyHeader, type PlyProperty, readPlyHeader, strideOf } from '../../formats/ply-header.ts';
import { unreadable } from '../../formats/unreadable.ts';
import type { RandomAccess } from '../../random-access.ts';
import { batchSize, makeBatch } from '../batch.ts';
import type { CloudSource } from '../source.ts';
import { addedFields, mostAdded } from './added-fields.ts';
import { columnsOf, hasPlaces } from './fields.ts';
import { type Field, type FixedRecords, fieldPutter, fixedBatches, isShare } from './fixed-records.ts';

/** The vertices of a PLY file. */
export async function plySource(file: RandomAccess, name: string): Promise<CloudSource> {
  const header = await readPlyHeader(file, name);
  const { elements, format, end } = header;
  const place = elements.findIndex((element) => element.name === 'vertex');
  const vertex = elements[place];
  const properties = vertex?.properties ?? [];
  const areSplats = isSplat(properties);
  const { fields, extra, leftOut } = areSplats ? splatFields(properties) : fieldsOf(properties);
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
  const records: FixedRecords = {
    file,
    start: end,
    count,
    stride,
    little: format === 'little',
    fields,
    extra: extra?.size ?? 0,
  };
  const srs = srsOf(header);
  return {
    columns: columnsOf(uses),
    promised: count,
    ...(srs === undefined ? {} : { srs }),
    ...(extra === undefined ? {} : { extra }),
    leftOut,
    ...(areSplats ? { areSplats } : {}),
    ...(colorBitsOf(fields) === undefined ? {} : { colorBits: colorBitsOf(fields) ?? 8 }),
    batches: () => (format === 'ascii' ? textBatches(records, name) : fixedBatches(records)),
    close: () => file.close(),
  };
}

/** What an opaque cloud has no use for, and what tiles would grow by. */
const useless = new Set(['alpha', 'nx', 'ny', 'nz']);

/** What is known by its name is a column; other numbers are added to the points. */
function fieldsOf(properties: readonly PlyProperty[]) {
  const known = properties.map(({ name }) => useOf(name));
  const others = properties.filter(({ name }, n) => known[n] === undefined && !useless.has(name));
  const { extra, fields: places } = addedFields(
    others.slice(0, mostAdded).map(({ name, kind }) => ({ name: plainName(name), kind })),
  );
  const placeOf = new Map(others.map((property, n) => [property, places[n]]));
  let offset = 0;
  const fields = properties.map((property, n): Field => {
    const field = { use: known[n], added: placeOf.get(property), kind: property.kind, offset };
    offset += numberKinds[property.kind].size;
    return field;
  });
  return { fields, extra, leftOut: others.slice(mostAdded).map(({ name }) => plainName(name)) };
}

/** How splats name the part of their colour that is the same from all sides. */
const splatColors: Readonly<Record<string, FieldUse>> = { f_dc_0: 'red', f_dc_1: 'green', f_dc_2: 'blue' };
const isSplat = (properties: readonly PlyProperty[]): boolean => properties.some(({ name }) => name === 'f_dc_0');

/** Of Gaussian splats: their centres, and their colours without what changes with the view. */
function splatFields(properties: readonly PlyProperty[]): ReturnType<typeof fieldsOf> {
  const places = ['x', 'y', 'z'];
  const { fields } = fieldsOf(properties);
  const own = fields.map((field, n): Field => {
    const { name } = properties[n] ?? { name: '' };
    const use = splatColors[name] ?? (places.includes(name) ? field.use : undefined);
    return { kind: field.kind, offset: field.offset, use, ...(name in splatColors ? { of: colorOfSplat } : {}) };
  });
  return { fields: own, extra: undefined, leftOut: [] };
}

/** The first of the spherical harmonics, around a half. */
const colorOfSplat = (value: number): number => 0.5 + 0.282_094_79 * value;

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

async function* textBatches({ file, start, count, fields, extra }: FixedRecords, name: string) {
  const batch = makeBatch(columnsOf(fields.map(({ use }) => use)), batchSize, extra);
  const puts = fields.map((field) => fieldPutter(field, batch));
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
