import type { Crs } from '../crs/crs.ts';
import { planeConverter, toDegrees, wgs84 } from '../crs/earth.ts';
import { EngineFailure } from '../engine.ts';
import { fromWorld, tileSide, toWorld } from './mercator.ts';
import type { Samples } from './samples.ts';
import type { Shade } from './shade.ts';
import { type Affine, cornersOf, type Raster, toPixels } from './source.ts';

/** A raster as a layer of a tile map. */
export interface Layer {
  readonly raster: Raster;
  /** Degrees. */
  readonly extent: { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
  /** The level whose pixels are nearest to its own. */
  readonly level: number;
  /** Pixel of the raster at a place of the world of a level. */
  pixelAt(x: number, y: number, level: number): readonly [column: number, row: number];
  readonly shade: Shade;
}

export function layerOf(raster: Raster, crs: Crs, shade: Shade): Layer {
  const extent = extentOfRaster(raster, crs);
  const toMap = planeConverter(wgs84, crs);
  const inverse = toPixels(raster.place ?? [1, 0, 0, 0, 1, 0]);
  return {
    raster,
    extent,
    level: levelOf(raster, extent),
    shade,
    pixelAt(x, y, level) {
      return inverse(...toMap(...fromWorld(x, y, level)));
    },
  };
}

/** What a raster covers, in degrees. */
export function extentOfRaster(raster: Raster, crs: Crs): Layer['extent'] {
  const { place } = raster;
  const degreesAt = toDegrees(crs);
  if (place === undefined || degreesAt === undefined) {
    throw new EngineFailure('InputSrsUnknown', `Where '${raster.name}' is on the map is not known.`, undefined, [
      raster.name,
    ]);
  }
  const degrees = edgesOf(raster, place).map(([x, y]) => degreesAt(x, y));
  const [longitudes, latitudes] = [degrees.map(([one]) => one), degrees.map(([, one]) => one)];
  if (![...longitudes, ...latitudes].every(Number.isFinite)) {
    throw new EngineFailure('SrsUnknown', `The corners of '${raster.name}' are no places of ${crs.id}.`, undefined, [
      crs.id,
    ]);
  }
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

/** Places along the border of a raster: its sides may be bent on the earth. */
function edgesOf(raster: Raster, place: Affine): [number, number][] {
  const corners = cornersOf(raster, place);
  const steps = 16;
  return corners.flatMap(([x, y], n) => {
    const [u, v] = corners[(n + 1) % 4] ?? [x, y];
    return Array.from({ length: steps }, (_, k): [number, number] => [
      x + ((u - x) * k) / steps,
      y + ((v - y) * k) / steps,
    ]);
  });
}

function levelOf({ width, height }: Raster, { west, south, east, north }: Layer['extent']): number {
  const [[left, bottom], [right, top]] = [toWorld(west, south, 0), toWorld(east, north, 0)];
  const share = Math.max((right - left) / width, (bottom - top) / height);
  return Math.min(24, Math.max(0, Math.round(Math.log2(1 / share))));
}

/** Corners of squares at which places are calculated; between them they are as good as linear. */
const step = 16;
const nodes = tileSide / step + 1;

/** Which pixels of a layer a tile shows: column and row for each node of a grid over it. */
export function nodesOf({ pixelAt }: Layer, level: number, x: number, y: number): Float64Array {
  const found = new Float64Array(2 * nodes * nodes);
  for (let j = 0; j < nodes; j++) {
    for (let i = 0; i < nodes; i++)
      found.set(pixelAt(x * tileSide + i * step, y * tileSide + j * step, level), 2 * (j * nodes + i));
  }
  return found;
}

/** A part of a raster that was read. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly samples: Samples;
}

/** Paints a layer over a tile; where it has nothing, the tile stays as it is. */
export function paint({ raster, shade }: Layer, window: Window, grid: Float64Array, tile: Uint8Array): boolean {
  const samples = new Float64Array(raster.bands);
  const color = new Uint8Array(4);
  let painted = false;
  for (let py = 0; py < tileSide; py++) {
    const [j, t] = [Math.floor(py / step), ((py % step) + 0.5) / step];
    for (let px = 0; px < tileSide; px++) {
      const [i, s] = [Math.floor(px / step), ((px % step) + 0.5) / step];
      const at = 2 * (j * nodes + i);
      const along = (k: number) =>
        (1 - t) * ((1 - s) * (grid[at + k] ?? 0) + s * (grid[at + 2 + k] ?? 0)) +
        t * ((1 - s) * (grid[at + 2 * nodes + k] ?? 0) + s * (grid[at + 2 * nodes + 2 + k] ?? 0));
      if (!sample(raster, window, along(0), along(1), samples)) continue;
      shade(samples, color, 0);
      painted = blend(color, tile, 4 * (py * tileSide + px)) || painted;
    }
  }
  return painted;
}

/** The mean of the four pixels around a place, of those that have a value; false when the place has none. */
function sample(raster: Raster, window: Window, column: number, row: number, target: Float64Array): boolean {
  const { bands, nodata, hasAlpha, width, height } = raster;
  if (!(column >= 0 && row >= 0 && column <= width && row <= height)) return false;
  const [u, v] = [column - 0.5, row - 0.5];
  const [left, top] = [Math.floor(u), Math.floor(v)];
  target.fill(0);
  let [weights, colored] = [0, 0];
  for (let n = 0; n < 4; n++) {
    const [dx, dy] = [n & 1, n >> 1];
    const weight = (dx ? u - left : 1 - (u - left)) * (dy ? v - top : 1 - (v - top));
    const x = Math.min(width - 1, Math.max(0, left + dx)) - window.left;
    const y = Math.min(height - 1, Math.max(0, top + dy)) - window.top;
    if (weight === 0 || x < 0 || y < 0 || x >= window.width || y >= window.height) continue;
    const at = bands * (y * window.width + x);
    const first = window.samples[at] ?? 0;
    if (first === nodata || Number.isNaN(first)) continue;
    weights += weight;
    colored += addPixel(raster, window.samples, at, weight, target);
  }
  if (weights < 0.5 || colored === 0) return false;
  for (let band = 0; band < bands; band++)
    target[band] = (target[band] ?? 0) / (hasAlpha && band === bands - 1 ? weights : colored);
  return true;
}

/** Adds a pixel by its weight, its colours by how much of it there is; answers the weight of its colours. */
function addPixel(
  { bands, hasAlpha }: Raster,
  samples: Samples,
  at: number,
  weight: number,
  target: Float64Array,
): number {
  const alpha = bands - 1;
  const share = hasAlpha ? weight * (samples[at + alpha] ?? 0) : weight;
  for (let band = 0; band < bands; band++) {
    const by = hasAlpha && band === alpha ? weight : share;
    target[band] = (target[band] ?? 0) + by * (samples[at + band] ?? 0);
  }
  return share;
}

/** Puts a colour over another one. */
function blend(color: Uint8Array, tile: Uint8Array, at: number): boolean {
  const over = (color[3] ?? 0) / 255;
  if (over === 0) return false;
  const under = ((tile[at + 3] ?? 0) / 255) * (1 - over);
  const whole = over + under;
  for (let k = 0; k < 3; k++) tile[at + k] = Math.round(((color[k] ?? 0) * over + (tile[at + k] ?? 0) * under) / whole);
  tile[at + 3] = Math.round(255 * whole);
  return true;
}
