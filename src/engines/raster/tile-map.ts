import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ConversionOptions, ConvertedFile } from '../conversion/params.ts';
import { breathe, type EngineContext } from '../engine.ts';
import { type Layer, nodesOf, paint, type Window } from './layer.ts';
import { deepestLevel, tileSide, toWorld } from './mercator.ts';

export interface TileMap {
  readonly layers: readonly Layer[];
  readonly folder: string;
  /** "" or "name/". */
  readonly prefix: string;
  readonly name: string;
  readonly options: ConversionOptions;
  readonly context: EngineContext;
  /** A share of the work, 0 to 1. */
  readonly progress: (share: number) => void;
}

/** Tiles of a row by their column: four bytes a pixel. */
type Row = ReadonlyMap<number, Uint8Array>;

/** The greatest part of a raster that is read at once, in bytes. */
const mostRead = 192 * 2 ** 20;

/** Writes the levels of a tile map and its description, which comes last. */
export async function writeTileMap(map: TileMap): Promise<ConvertedFile[]> {
  const { layers, options, folder, prefix, name, progress } = map;
  const extent = {
    west: Math.min(...layers.map((layer) => layer.extent.west)),
    south: Math.min(...layers.map((layer) => layer.extent.south)),
    east: Math.max(...layers.map((layer) => layer.extent.east)),
    north: Math.max(...layers.map((layer) => layer.extent.north)),
  };
  const range = (level: number) => {
    const [left, bottom] = toWorld(extent.west, extent.south, level);
    const [right, top] = toWorld(extent.east, extent.north, level);
    const last = 2 ** level - 1;
    const tile = (value: number) => Math.min(last, Math.max(0, Math.floor(value / tileSide)));
    // a border that lies on that of a tile needs no further tile
    const end = (value: number) => Math.min(last, Math.max(0, Math.ceil(value / tileSide) - 1));
    return {
      left: tile(left),
      right: Math.max(tile(left), end(right)),
      top: tile(top),
      bottom: Math.max(tile(top), end(bottom)),
    };
  };
  const native = Math.max(...layers.map(({ level }) => level));
  const bottom = given(options.bottomLevel) ?? native;
  const isOne = ({ left, right, top, bottom: low }: ReturnType<typeof range>) => left === right && top === low;
  const top = Math.min(bottom, given(options.topLevel) ?? oneTileLevel(bottom, (level) => isOne(range(level))));
  const painted = Math.max(native, bottom);
  const files: ConvertedFile[] = [];
  const ending = options.tileFormat === 'PNG' ? 'png' : 'jpg';
  const write = async (level: number, y: number, row: Row) => {
    for (const [x, pixels] of row)
      files.push(writeFile(folder, `${prefix}${level}/${x}/${y}.${ending}`, await encoded(pixels, options)));
  };
  const rowOf = async (level: number, y: number): Promise<Row> => {
    const here = range(level);
    if (y < here.top || y > here.bottom) return new Map();
    let row: Row;
    if (level === painted) {
      row = await paintRow(map, level, y, here.left, here.right);
      progress((y - here.top + 1) / (here.bottom - here.top + 1));
    } else row = joined(await rowOf(level + 1, 2 * y), await rowOf(level + 1, 2 * y + 1));
    if (level <= bottom && level >= top) await write(level, y, row);
    return row;
  };
  const rows = range(top);
  for (let y = rows.top; y <= rows.bottom; y++) await rowOf(top, y);
  const json = {
    tilejson: '3.0.0',
    name,
    scheme: 'xyz',
    tiles: [`{z}/{x}/{y}.${ending}`],
    minzoom: top,
    maxzoom: bottom,
    bounds: [extent.west, extent.south, extent.east, extent.north],
    center: [(extent.west + extent.east) / 2, (extent.south + extent.north) / 2, top],
  };
  return [...files, writeFile(folder, `${prefix}tilemap.json`, JSON.stringify(json))];
}

const given = (level: number | undefined): number | undefined =>
  level === undefined || level < 0 ? undefined : Math.min(deepestLevel, level);

/** The deepest level on which one tile shows everything. */
function oneTileLevel(deepest: number, isOne: (level: number) => boolean): number {
  for (let level = deepest; level > 0; level--) if (isOne(level)) return level;
  return 0;
}

async function paintRow(
  { layers, context }: TileMap,
  level: number,
  y: number,
  left: number,
  right: number,
): Promise<Row> {
  const row = new Map<number, Uint8Array>();
  for (const layer of layers) {
    const grids = Array.from({ length: right - left + 1 }, (_, n) => nodesOf(layer, level, left + n, y));
    for (const group of groupsOf(layer, grids)) {
      await breathe();
      context.signal?.throwIfAborted();
      const window = await read(
        layer,
        group.map((n) => grids[n] ?? new Float64Array()),
      );
      if (window === undefined) continue;
      for (const n of group) {
        const tile = row.get(left + n) ?? new Uint8Array(4 * tileSide * tileSide);
        if (paint(layer, window, grids[n] ?? new Float64Array(), tile)) row.set(left + n, tile);
      }
    }
  }
  return row;
}

/** Neighbours that are read together, as many as memory may hold. */
function groupsOf(layer: Layer, grids: readonly Float64Array[]): number[][] {
  const groups: number[][] = [];
  for (const n of grids.keys()) {
    const last = groups.at(-1);
    const size = sizeOf(
      layer,
      [...(last ?? []), n].map((one) => grids[one] ?? new Float64Array()),
    );
    if (last === undefined || size > mostRead) groups.push([n]);
    else last.push(n);
  }
  return groups;
}

function boundsOf({ raster }: Layer, grids: readonly Float64Array[]) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const grid of grids) {
    for (let at = 0; at < grid.length; at += 2) {
      const [column, row] = [grid[at] ?? 0, grid[at + 1] ?? 0];
      if (column < left) left = column;
      if (column > right) right = column;
      if (row < top) top = row;
      if (row > bottom) bottom = row;
    }
  }
  const inside = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return {
    left: inside(Math.floor(left) - 1, raster.width),
    top: inside(Math.floor(top) - 1, raster.height),
    right: inside(Math.ceil(right) + 1, raster.width),
    bottom: inside(Math.ceil(bottom) + 1, raster.height),
  };
}

function sizeOf(layer: Layer, grids: readonly Float64Array[]): number {
  const { left, top, right, bottom } = boundsOf(layer, grids);
  return (right - left) * (bottom - top) * layer.raster.bands * Math.ceil(layer.raster.bits / 8);
}

async function read(layer: Layer, grids: readonly Float64Array[]): Promise<Window | undefined> {
  const { left, top, right, bottom } = boundsOf(layer, grids);
  if (!(right > left && bottom > top)) return undefined;
  const samples = await layer.raster.read(left, top, right, bottom);
  return { left, top, width: right - left, height: bottom - top, samples };
}

/** The row above two rows. */
function joined(upper: Row, lower: Row): Row {
  const row = new Map<number, Uint8Array>();
  for (const [half, tiles] of [upper, lower].entries()) {
    for (const [x, pixels] of tiles) {
      const tile = row.get(x >> 1) ?? new Uint8Array(4 * tileSide * tileSide);
      row.set(x >> 1, tile);
      halve(pixels, tile, ((x & 1) * tileSide) / 2, (half * tileSide) / 2);
    }
  }
  return row;
}

/** Four pixels become one; colours count as much as there is of them. */
function halve(pixels: Uint8Array, target: Uint8Array, left: number, top: number): void {
  const half = tileSide / 2;
  for (let y = 0; y < half; y++) {
    for (let x = 0; x < half; x++) {
      const first = 4 * (2 * y * tileSide + 2 * x);
      const four = [first, first + 4, first + 4 * tileSide, first + 4 * tileSide + 4];
      const to = 4 * ((top + y) * tileSide + left + x);
      let whole = 0;
      for (const at of four) whole += pixels[at + 3] ?? 0;
      if (whole === 0) continue;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (const at of four) sum += (pixels[at + k] ?? 0) * (pixels[at + 3] ?? 0);
        target[to + k] = Math.round(sum / whole);
      }
      target[to + 3] = Math.round(whole / 4);
    }
  }
}

const raw = { width: tileSide, height: tileSide, channels: 4 } as const;

async function encoded(
  pixels: Uint8Array,
  { tileFormat, jpgQuality = 85, backgroundColor = '255.255.255' }: ConversionOptions,
) {
  const image = sharp(pixels, { raw });
  if (tileFormat === 'PNG') return image.png().toBuffer();
  const [r = 255, g = 255, b = 255] = backgroundColor.split('.').map(Number);
  return image.flatten({ background: { r, g, b } }).jpeg({ quality: jpgQuality }).toBuffer();
}

export function writeFile(folder: string, name: string, bytes: Buffer | string): ConvertedFile {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, bytes);
  return { name, path, size: Buffer.byteLength(bytes) };
}
