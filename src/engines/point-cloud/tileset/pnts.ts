import { readFile } from 'node:fs/promises';
import type { InputFile } from '../../conversion/params.ts';
import { unreadable } from '../../formats/unreadable.ts';
import { identity, type Matrix, multiply } from '../../matrix.ts';
import { type ColumnName, makeBatch, type PointBatch } from '../batch.ts';
import type { CloudSource } from '../source.ts';
import { dracoExtension, unpackPoints } from './draco.ts';
import { isOnGlobe, type TileContent, walkTileset } from './walk.ts';

const headLength = 28;

type Table = Readonly<Record<string, unknown>>;

/** The points of a tileset of 3D Tiles 1.0. */
export async function pntsSource(root: InputFile, inputs: readonly InputFile[]): Promise<CloudSource> {
  const { contents, home, onGlobe } = walkTileset(root, inputs);
  const tiles = contents.filter(({ file }) => file.name.toLowerCase().endsWith('.pnts'));
  if (tiles.length === 0) throw unreadable(root.name, 'it has no tiles with points');
  let [promised, near] = [0, onGlobe];
  const columns = new Set<ColumnName>();
  for (const { file, transform } of tiles) {
    const tile = await readTile(file);
    promised += tile.count;
    near ||= isOnGlobe(placeOf(tile, transform));
    for (const name of tile.columns) columns.add(name);
  }
  return {
    columns: [...columns],
    promised,
    colorBits: 8,
    ...(near ? { srs: 'EPSG:4978', ...(home === undefined ? {} : { home }) } : {}),
    async *batches() {
      for (const content of tiles) yield batchOf(await unpacked(await readTile(content.file)), content, [...columns]);
    },
    close: async () => {},
  };
}

interface PointTile {
  readonly name: string;
  readonly count: number;
  readonly columns: readonly ColumnName[];
  readonly feature: Table;
  readonly featureBody: DataView;
  readonly batch: Table;
  readonly batchBody: DataView;
}

const kindSizes: Readonly<Record<string, number>> = {
  BYTE: 1,
  UNSIGNED_BYTE: 1,
  SHORT: 2,
  UNSIGNED_SHORT: 2,
  INT: 4,
  UNSIGNED_INT: 4,
  FLOAT: 4,
  DOUBLE: 8,
};

async function readTile({ name, path }: InputFile): Promise<PointTile> {
  const cut = () => unreadable(name, 'it is cut off, or no tile of points');
  const bytes = await readFile(path);
  if (bytes.length < headLength || bytes.toString('latin1', 0, 4) !== 'pnts') throw cut();
  const lengths = [12, 16, 20, 24].map((at) => bytes.readUInt32LE(at));
  if (lengths.reduce((sum, length) => sum + length, headLength) > bytes.length) throw cut();
  let at = headLength;
  const [feature, featureBody, batch, batchBody] = lengths.map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
  const table = tableIn(feature, name);
  const count = Number(table.POINTS_LENGTH);
  const isPacked = packedIn(table) !== undefined;
  const mostPoints = isPacked ? mostOfPacked : (featureBody?.length ?? 0);
  if (!Number.isSafeInteger(count) || count < 0 || count > mostPoints) throw cut();
  const more = batch === undefined || batch.length === 0 || 'BATCH_ID' in table ? {} : tableIn(batch, name);
  return {
    name,
    count,
    columns: [
      ...('RGB' in table || 'RGBA' in table || 'RGB565' in table ? (['red', 'green', 'blue'] as const) : []),
      ...(propertyIn(more, 'intensity') ? (['intensity'] as const) : []),
      ...(propertyIn(more, 'classification') ? (['classification'] as const) : []),
    ],
    feature: table,
    featureBody: viewOf(featureBody),
    batch: more,
    batchBody: viewOf(batchBody),
  };
}

/** What a table says of properties that Draco has packed. */
interface Packed {
  readonly byteOffset: number;
  readonly byteLength: number;
  /** Numbers of attributes by the names of properties. */
  readonly properties: Readonly<Record<string, number>>;
}

const mostOfPacked = 10_000_000;
const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function packedIn({ extensions }: Table): Packed | undefined {
  const found = isTable(extensions) ? extensions[dracoExtension] : undefined;
  if (!isTable(found) || !isTable(found.properties)) return undefined;
  const properties = Object.entries(found.properties).filter(([, id]) => Number.isSafeInteger(id));
  const [byteOffset, byteLength] = [Number(found.byteOffset ?? 0), Number(found.byteLength ?? 0)];
  return { byteOffset, byteLength, properties: Object.fromEntries(properties.map(([name, id]) => [name, Number(id)])) };
}

/** A tile as it would be without Draco: its places and colours, and what is kept of the rest. */
async function unpacked(tile: PointTile): Promise<PointTile> {
  const packed = packedIn(tile.feature);
  if (packed === undefined) return tile;
  const { byteOffset, byteLength, properties } = packed;
  const { featureBody: body, name, count } = tile;
  const isThere = byteOffset >= 0 && byteLength > 0 && byteOffset + byteLength <= body.byteLength;
  if (!isThere) throw unreadable(name, 'it refers to bytes that are not there');
  const kept = Object.entries({ ...properties, ...packedIn(tile.batch)?.properties }).filter(([key]) => isKept(key));
  const found = await unpackPoints(
    new Uint8Array(body.buffer, body.byteOffset + byteOffset, byteLength),
    count,
    kept.map(([key, id]) => ({ id, kind: colorProperties.includes(key) ? 'byte' : 'float' })),
  );
  if (found === undefined) throw unreadable(name, 'its packed points are damaged');
  const lists = found.map(({ values }) => Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  let at = 0;
  const table: Record<string, unknown> = { RTC_CENTER: tile.feature.RTC_CENTER };
  for (const [n, [key]] of kept.entries()) {
    table[key] = { byteOffset: at, componentType: 'FLOAT' };
    at += lists[n]?.length ?? 0;
  }
  const whole = viewOf(Buffer.concat(lists));
  return { ...tile, feature: table, featureBody: whole, batch: table, batchBody: whole };
}

const colorProperties = ['RGB', 'RGBA'];
const isKept = (key: string): boolean =>
  key === 'POSITION' || colorProperties.includes(key) || /^(?:intensity|classification)$/i.test(key);

const viewOf = (bytes: Buffer = Buffer.alloc(0)): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

function tableIn(bytes: Buffer | undefined, name: string): Table {
  try {
    const json: unknown = JSON.parse((bytes ?? Buffer.alloc(0)).toString('utf8'));
    if (typeof json === 'object' && json !== null) return { ...json };
  } catch {}
  throw unreadable(name, 'a table of it is no JSON');
}

interface BinaryProperty {
  readonly byteOffset: number;
  readonly componentType: string;
}

const isBinary = (value: unknown): value is BinaryProperty =>
  typeof value === 'object' && value !== null && 'byteOffset' in value && Number.isSafeInteger(value.byteOffset);

const propertyIn = (table: Table, name: string): BinaryProperty | undefined => {
  const value = Object.entries(table).find(([key]) => key.toLowerCase() === name)?.[1];
  return isBinary(value) ? value : undefined;
};

function batchOf(tile: PointTile, { transform }: TileContent, columns: readonly ColumnName[]): PointBatch {
  const batch = makeBatch(columns, Math.max(1, tile.count));
  batch.count = tile.count;
  fillPlaces(tile, transform, batch);
  fillColors(tile, batch);
  for (const name of ['intensity', 'classification'] as const) fillProperty(tile, name, batch);
  return batch;
}

function offsetIn(tile: PointTile, body: DataView, property: unknown, bytes: number): number {
  const at = isBinary(property) ? property.byteOffset : -1;
  if (at < 0 || at + bytes > body.byteLength) throw unreadable(tile.name, 'it refers to bytes that are not there');
  return at;
}

const threeIn = (value: unknown, absent: number): readonly [number, number, number] => {
  const [x = absent, y = absent, z = absent] = Array.isArray(value) ? value.map(Number) : [];
  return [x, y, z];
};

/** Where the points of a tile stand. */
function placeOf({ feature }: PointTile, transform: Matrix): Matrix {
  const [x, y, z] = threeIn(feature.RTC_CENTER, 0);
  return multiply(transform, [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, ...identity.slice(12)]);
}

function fillPlaces(tile: PointTile, transform: Matrix, batch: PointBatch): void {
  const { feature, featureBody: body, count } = tile;
  const m = placeOf(tile, transform);
  const small = feature.POSITION === undefined;
  const size = small ? 2 : 4;
  const at = offsetIn(tile, body, small ? feature.POSITION_QUANTIZED : feature.POSITION, 3 * size * count);
  const [offset, scale] = [threeIn(feature.QUANTIZED_VOLUME_OFFSET, 0), threeIn(feature.QUANTIZED_VOLUME_SCALE, 1)];
  const read = (n: number, axis: 0 | 1 | 2): number => {
    const place = at + size * (3 * n + axis);
    return small ? (body.getUint16(place, true) / 65_535) * scale[axis] + offset[axis] : body.getFloat32(place, true);
  };
  const along = (row: number, x: number, y: number, z: number) =>
    (m[row] ?? 0) * x + (m[row + 1] ?? 0) * y + (m[row + 2] ?? 0) * z + (m[row + 3] ?? 0);
  for (let n = 0; n < count; n++) {
    const [x, y, z] = [read(n, 0), read(n, 1), read(n, 2)];
    batch.x[n] = along(0, x, y, z);
    batch.y[n] = along(4, x, y, z);
    batch.z[n] = along(8, x, y, z);
  }
}

function fillColors(tile: PointTile, { columns: { red, green, blue } }: PointBatch): void {
  const { feature, featureBody: body, count } = tile;
  if (!red || !green || !blue) return;
  if (feature.RGB565 !== undefined) {
    const at = offsetIn(tile, body, feature.RGB565, 2 * count);
    for (let n = 0; n < count; n++) {
      const value = body.getUint16(at + 2 * n, true);
      red[n] = Math.round(((value >> 11) * 255) / 31);
      green[n] = Math.round((((value >> 5) & 63) * 255) / 63);
      blue[n] = Math.round(((value & 31) * 255) / 31);
    }
    return;
  }
  const size = feature.RGB === undefined ? 4 : 3;
  const property = feature.RGB ?? feature.RGBA;
  if (property === undefined) {
    for (const list of [red, green, blue]) list.fill(255);
    return;
  }
  const at = offsetIn(tile, body, property, size * count);
  for (let n = 0; n < count; n++) {
    red[n] = body.getUint8(at + size * n);
    green[n] = body.getUint8(at + size * n + 1);
    blue[n] = body.getUint8(at + size * n + 2);
  }
}

function fillProperty(tile: PointTile, name: 'intensity' | 'classification', { columns }: PointBatch): void {
  const [property, target] = [propertyIn(tile.batch, name), columns[name]];
  if (property === undefined || target === undefined) return;
  const size = kindSizes[property.componentType] ?? 1;
  const { batchBody: body, count } = tile;
  const at = offsetIn(tile, body, property, size * count);
  const read = (place: number): number => {
    if (property.componentType === 'FLOAT') return body.getFloat32(place, true);
    if (property.componentType === 'DOUBLE') return body.getFloat64(place, true);
    if (size === 4) return body.getUint32(place, true);
    return size === 2 ? body.getUint16(place, true) : body.getUint8(place);
  };
  for (let n = 0; n < count; n++) target[n] = read(at + size * n);
}
