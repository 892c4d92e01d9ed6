import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import proj4 from 'proj4';
import sharp from 'sharp';
import { numbersOf } from '../../../../test/support/chance.ts';
import { type Camera, directionOf, type Pose, project } from '../../geometry/camera.ts';
import { minus, plus, times, transposed, turned } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { cross, dot, unit } from '../../matrix.ts';

/** A site that never was: boxes on sloping ground, seen from above. Metres beside `origin`, Z up. */
export interface Site {
  readonly boxes: readonly Box[];
  /** Rise to the east and to the north. */
  readonly slope: readonly [number, number];
  readonly camera: Camera;
  readonly poses: readonly Pose[];
  readonly origin: Vector;
  readonly seed: number;
}

export interface Box {
  readonly low: Vector;
  readonly high: Vector;
}

export const siteOrigin: Vector = [451_300, 5_411_200, 300];

export interface SiteWish {
  readonly width: number;
  /** Photos east, and north. */
  readonly grid: readonly [number, number];
}

/** Layout, slope, lens, height and tilts are by chance. */
export function randomSite(seed: number, { width, grid }: SiteWish): Site {
  const random = numbersOf(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const slope = [between(-0.05, 0.05), between(-0.05, 0.05)] as const;
  const height = Math.round(width * 0.75);
  const focal = width * between(0.8, 0.95);
  const camera: Camera = {
    width,
    height,
    focal,
    aspect: 1,
    skew: 0,
    principal: [width / 2 + between(-2, 2), height / 2 + between(-2, 2)],
    radial: [between(-0.06, 0.03), 0, 0],
    tangential: [0, 0],
  };
  const above = between(13, 16);
  const [stepX, stepY] = [(0.3 * above * width) / focal, (0.3 * above * height) / focal];
  const poses: Pose[] = [];
  for (let y = 0; y < grid[1]; y++) {
    for (let x = 0; x < grid[0]; x++) {
      const centre: Vector = [
        (x - (grid[0] - 1) / 2) * stepX + between(-0.3, 0.3),
        (y - (grid[1] - 1) / 2) * stepY + between(-0.3, 0.3),
        above + between(-0.5, 0.5),
      ];
      poses.push(
        lookingAt(centre, [centre[0] + between(-1.5, 1.5), centre[1] + between(-1.5, 1.5), 0], between(-0.1, 0.1)),
      );
    }
  }
  const boxes = Array.from({ length: 4 }, (): Box => {
    const [x, y] = [between(-5, 5), between(-4, 4)];
    return { low: [x - between(0.7, 1.6), y - between(0.7, 1.6), -2], high: [x + 1, y + 1, between(0.6, 2)] };
  });
  return { boxes, slope, camera, poses, origin: siteOrigin, seed };
}

function lookingAt(centre: Vector, target: Vector, roll: number): Pose {
  const forward = unit(minus(target, centre)) ?? [0, 0, -1];
  const right = unit(cross(forward, [Math.sin(roll), Math.cos(roll), 0])) ?? [1, 0, 0];
  return { centre, rotation: [right, cross(forward, right), forward] };
}

export const groundAt = ({ slope }: Site, x: number, y: number): number => slope[0] * x + slope[1] * y;

/** The highest place at x, y. */
export const heightAt = (site: Site, x: number, y: number): number =>
  site.boxes.reduce(
    (height, { low, high }) =>
      x > low[0] && x < high[0] && y > low[1] && y < high[1] ? Math.max(height, high[2]) : height,
    groundAt(site, x, y),
  );

/** How far a place is from the nearest surface. */
export function distanceTo(site: Site, [x, y, z]: Vector): number {
  const [a, b] = site.slope;
  let nearest = (z - groundAt(site, x, y)) / Math.hypot(a, b, 1);
  for (const { low, high } of site.boxes) {
    const [dx, dy, dz] = [
      Math.max(low[0] - x, x - high[0]),
      Math.max(low[1] - y, y - high[1]),
      Math.max(low[2] - z, z - high[2]),
    ];
    const inside = Math.max(dx, dy, dz);
    const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0));
    nearest = Math.min(nearest, outside > 0 ? outside : inside);
  }
  return Math.abs(nearest);
}

/** How far a ray is from what it meets first, and what that is: 0 ground, from 1 boxes. */
function meet(site: Site, from: Vector, way: Vector): readonly [number, number] {
  const [a, b] = site.slope;
  const fall = way[2] - a * way[0] - b * way[1];
  let [best, what] = [fall < 0 ? (groundAt(site, from[0], from[1]) - from[2]) / fall : Infinity, 0];
  for (const [n, { low, high }] of site.boxes.entries()) {
    let [enter, leave] = [0, Infinity];
    for (const axis of [0, 1, 2] as const) {
      const [s, t] = [(low[axis] - from[axis]) / way[axis], (high[axis] - from[axis]) / way[axis]];
      enter = Math.max(enter, Math.min(s, t));
      leave = Math.min(leave, Math.max(s, t));
    }
    if (enter <= leave && enter < best) [best, what] = [enter, n + 1];
  }
  return [best, what];
}

/** A colour in space that has something at every scale. */
function colorAt(site: Site, what: number, place: Vector): Vector {
  let value = 0;
  for (const [size, weight] of [
    [0.9, 0.25],
    [0.3, 0.35],
    [0.1, 0.4],
  ] as const) {
    value += weight * noise(place, 1 / size, site.seed + what);
  }
  const tone = 40 + 190 * value;
  const tint = [0.6, 0.85, 1, 0.75, 0.9][what % 5] ?? 1;
  return [tone, tone * tint, tone * (0.5 + tint / 2.5)];
}

/** The brightness of what is highest at x, y, in a light that is the same everywhere. */
export function toneFromAbove(site: Site, x: number, y: number): number {
  const [, what] = meet(site, [x, y, 100], [0, 0, -1]);
  const [red, green, blue] = colorAt(site, what, [x, y, heightAt(site, x, y)]);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** Between the values of corners of cubes, 0 to 1. */
function noise([x, y, z]: Vector, per: number, seed: number): number {
  const [u, v, w] = [x * per, y * per, z * per];
  const [i, j, k] = [Math.floor(u), Math.floor(v), Math.floor(w)];
  const [a, b, c] = [u - i, v - j, w - k];
  let sum = 0;
  for (let n = 0; n < 8; n++) {
    const [p, q, r] = [n & 1, (n >> 1) & 1, n >> 2];
    const weight = (p === 1 ? a : 1 - a) * (q === 1 ? b : 1 - b) * (r === 1 ? c : 1 - c);
    sum += weight * hashed(i + p, j + q, k + r, seed);
  }
  return sum;
}

function hashed(x: number, y: number, z: number, seed: number): number {
  let h = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(z, 1_274_126_177) ^ Math.imul(seed, 97_531);
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177);
  h = Math.imul(h ^ (h >>> 16), 2_246_822_519);
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
}

const samples = [
  [0.25, 0.25],
  [0.75, 0.75],
] as const;

/** The photo of a pose: three bytes a pixel. */
export function photoOf(site: Site, pose: Pose): Uint8Array {
  const { camera } = site;
  const rgb = new Uint8Array(3 * camera.width * camera.height);
  const back = transposed(pose.rotation);
  const random = numbersOf(Math.round(1000 * pose.centre[0]) + site.seed);
  for (let y = 0, at = 0; y < camera.height; y++) {
    for (let x = 0; x < camera.width; x++, at += 3) {
      let sum: Vector = [0, 0, 0];
      for (const [dx, dy] of samples) {
        const [a, b] = directionOf(camera, x + dx, y + dy);
        const way = turned(back, [a, b, 1]);
        const [far, what] = meet(site, pose.centre, way);
        if (far < 200) sum = plus(sum, colorAt(site, what, plus(pose.centre, times(way, far))));
      }
      for (const axis of [0, 1, 2] as const) {
        rgb[at + axis] = Math.max(0, Math.min(255, sum[axis] / samples.length + 4 * (random() - 0.5)));
      }
    }
  }
  return rgb;
}

/** The poses on the map. */
export const mapPose = ({ origin }: Site, { centre, rotation }: Pose): Pose => ({
  centre: plus(centre, origin),
  rotation,
});

export const photoName = (n: number): string => `photo-${n + 1}.png`;

/** Writes all photos; without losses, so that truth is truth. */
export async function writePhotos(site: Site, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { width, height } = site.camera;
  for (const [n, pose] of site.poses.entries()) {
    const raw = { raw: { width, height, channels: 3 } } as const;
    await sharp(photoOf(site, pose), raw)
      .png({ compressionLevel: 1 })
      .toFile(join(folder, photoName(n)));
  }
}

/** Photos that tell where they were taken and which way they look, as drones write it. */
export async function writeToldPhotos(site: Site, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { width, height, focal } = site.camera;
  const degrees = proj4('+proj=utm +zone=32 +ellps=GRS80 +units=m +no_defs', 'EPSG:4326');
  for (const [n, pose] of site.poses.entries()) {
    const [x, y, z] = plus(pose.centre, site.origin);
    const [longitude = 0, latitude = 0] = degrees.forward([x, y]);
    const told = (value: number) => `${Math.floor(value)}/1 0/1 ${Math.round((value % 1) * 3600 * 1e5)}/100000`;
    const exif = {
      IFD2: { FocalLengthIn35mmFilm: String(Math.round((focal / width) * 36)) },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: told(latitude),
        GPSLongitudeRef: 'E',
        GPSLongitude: told(longitude),
        GPSAltitude: `${Math.round(z * 1000)}/1000`,
      },
    };
    const photo = sharp(photoOf(site, pose), { raw: { width, height, channels: 3 } });
    await photo
      .withExif(exif)
      .withXmp(attitudeText(pose))
      .jpeg()
      .toFile(join(folder, `photo-${n + 1}.jpg`));
  }
}

function attitudeText({ rotation: [right, , forward] }: Pose): string {
  const perRadian = 180 / Math.PI;
  const pitch = Math.asin(forward[2]) * perRadian;
  const level = unit(cross(forward, [0, 0, 1])) ?? right;
  const yaw = Math.atan2(-level[1], level[0]) * perRadian;
  const roll = Math.atan2(dot(right, cross(forward, level)), dot(right, level)) * perRadian;
  const words = { Yaw: yaw, Pitch: pitch, Roll: roll };
  const members = Object.entries(words).map(([name, value]) => `drone:Gimbal${name}Degree="${value.toFixed(5)}"`);
  const space = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${space}"><rdf:Description xmlns:drone="http://drone/1.0/" ${members.join(' ')}/></rdf:RDF></x:xmpmeta>`;
}

/** Points on the ground with their pixels in the photos, as `control-points.csv`: every third is a check point. */
export function writeControlPoints(site: Site, folder: string, count: number): void {
  const random = numbersOf(site.seed + 5);
  const lines = ['# EPSG:25832+7837', 'id,use,easting,northing,height,image,x,y'];
  for (let n = 0; n < count; n++) {
    const [x, y] = [(random() - 0.5) * 12, (random() - 0.5) * 9];
    const place: Vector = [x, y, heightAt(site, x, y)];
    const on = plus(place, site.origin).map((value) => value.toFixed(4));
    for (const [photo, pose] of site.poses.entries()) {
      const pixel = project(site.camera, pose, place);
      const inside =
        pixel && pixel[0] > 5 && pixel[1] > 5 && pixel[0] < site.camera.width - 5 && pixel[1] < site.camera.height - 5;
      if (inside) lines.push([`P${n}`, n % 3 === 2 ? 'check' : 'control', ...on, photoName(photo), ...pixel].join(','));
    }
  }
  writeFileSync(join(folder, 'control-points.csv'), `${lines.join('\n')}\n`);
}
