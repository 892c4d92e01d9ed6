import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { lengthOf, minus, quantileOf } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { bestSimilarity, offsOf } from '../georeference/similarity.ts';
import type { PhotogrammetryResult } from '../params.ts';
import { readContextScene } from '../scene/read-context-scene.ts';
import { pointsOfPly } from './read-cloud.ts';
import { readRaster } from './read-raster.ts';
import { distanceToYard, topOfYard, yardOrigin } from './yard.ts';

/** Public photos with truth that a clone does not hold; the reason to skip when they are not there. */
const samples = '../shared/data/reality';
export const samplePhotos: string = join(samples, 'photos');
export const withoutPhotos: string | false = existsSync(samplePhotos) ? false : `the photos are not in ${samplePhotos}`;

interface Truth {
  readonly photos: readonly { readonly image: string; readonly centre: Vector }[];
  readonly points: readonly { readonly id: string; readonly easting: number; readonly northing: number }[];
}

export const sampleOriented: string = join(samples, 'oriented');

const truth = (): Truth => JSON.parse(readFileSync(join(samples, 'truth/photos.json'), 'utf8'));

const rms = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / Math.max(1, values.length));

/** Metres that the places of cameras are off: as they are, and after the best similarity. */
export function cameraFigures(scenePath: string): {
  readonly given: number;
  readonly best: number;
  readonly count: number;
} {
  const { photos } = readContextScene(readFileSync(scenePath, 'utf8'), scenePath);
  const places = new Map(truth().photos.map(({ image, centre }) => [image, centre]));
  const pairs = photos.flatMap(({ name, pose }) => {
    const to = places.get(name);
    return pose === undefined || to === undefined ? [] : [{ from: pose.centre, to }];
  });
  const [from, to] = [pairs.map((pair) => pair.from), pairs.map((pair) => pair.to)];
  const best = bestSimilarity(from, to);
  if (best === undefined) throw new Error('The cameras lie on a line.');
  const given = from.map((place, n) => lengthOf(minus(place, to[n] ?? place)));
  return { given: rms(given), best: rms(offsOf(best, from, to)), count: pairs.length };
}

/** Metres that points of a use are off, in space. */
export const pointFigures = ({ photos }: PhotogrammetryResult, use: 'control' | 'check'): number =>
  rms(photos.points.filter((point) => point.use === use).map(({ off }) => lengthOf(off)));

/** Metres from points to the surface: median and 95 of 100. */
export function cloudFigures(path: string): { readonly median: number; readonly p95: number; readonly count: number } {
  const off = pointsOfPly(readFileSync(path)).map((point) => distanceToYard(minus(point, yardOrigin)));
  return { median: quantileOf(off, 0.5), p95: quantileOf(off, 0.95), count: off.length };
}

/** Metres that heights are off, away from edges and slopes: ground and tops of boxes; and the share of cells without. */
export async function heightFigures(path: string) {
  const { grid, cells, channels } = await readRaster(path);
  const off: number[] = [];
  let [empty, all] = [0, 0];
  for (let n = 0; n < grid.width * grid.height; n++) {
    const x = grid.west + ((n % grid.width) + 0.5) * grid.cell - yardOrigin[0];
    const y = grid.north - (Math.floor(n / grid.width) + 0.5) * grid.cell - yardOrigin[1];
    const top = Math.abs(x) > 11 || Math.abs(y) > 8 ? undefined : topOfYard(x, y, 0.15);
    if (top === undefined) continue;
    all++;
    const height = cells[n * channels] ?? 0;
    if (height === -9999) empty++;
    else off.push(Math.abs(height - yardOrigin[2] - top));
  }
  return { median: quantileOf(off, 0.5), p90: quantileOf(off, 0.9), empty: empty / all };
}

/** Metres that the middles of the round targets, black and white quarters, are off in the orthophoto. */
export async function targetFigures(path: string): Promise<{ readonly id: string; readonly off: number }[]> {
  const { grid } = await readRaster(path);
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (u: number, v: number): number => {
    const [x, y] = [Math.floor(u), Math.floor(v)];
    const pixel = (dx: number, dy: number) => data[((y + dy) * info.width + x + dx) * info.channels] ?? 0;
    const [a, b] = [u - x, v - y];
    return (pixel(0, 0) * (1 - a) + pixel(1, 0) * a) * (1 - b) + (pixel(0, 1) * (1 - a) + pixel(1, 1) * a) * b;
  };
  return truth().points.map(({ id, easting, northing }) => {
    const place = [(easting - grid.west) / grid.cell - 0.5, (grid.north - northing) / grid.cell - 0.5] as const;
    return { id, off: grid.cell * middleNear(at, place, 0.26 / grid.cell) };
  });
}

/** Pixels from a place to where the picture is most like itself, turned by half a turn, and unlike itself mirrored. */
function middleNear(at: (u: number, v: number) => number, [u, v]: readonly [number, number], radius: number): number {
  let best = { score: Infinity, off: 0 };
  for (let a = -8; a <= 8; a += 0.25) {
    for (let b = -8; b <= 8; b += 0.25) {
      let score = 0;
      for (let y = -radius; y <= radius; y += 1.5) {
        for (let x = 0; x * x + y * y <= radius * radius; x += 1.5) {
          const here = at(u + a + x, v + b + y);
          score += (here - at(u + a - x, v + b - y)) ** 2 - (here - at(u + a + x, v + b - y)) ** 2;
        }
      }
      if (score < best.score) best = { score, off: Math.hypot(a, b) };
    }
  }
  return best.off;
}
