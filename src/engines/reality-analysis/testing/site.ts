import { numbersOf } from '../../../../test/support/chance.ts';
import type { Points } from '../cloud/points.ts';
import { gaussOf } from './random.ts';

/** A body on the ground, in metres. */
export interface Body {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly height: number;
}

/** A site with its truth: which points are ground, and what stands on it. */
export interface Site {
  readonly points: Points;
  readonly isGround: Uint8Array;
  readonly heightAt: (x: number, y: number) => number;
  readonly bodies: readonly Body[];
}

export interface SiteOptions {
  /** Metres. */
  readonly width: number;
  readonly depth: number;
  /** Points a square metre. */
  readonly density: number;
  /** Standard deviation in metres. */
  readonly noise: number;
  readonly bodies: readonly Body[];
  /** Settles terrain; another `sampling` measures the same site anew. */
  readonly seed: number;
  readonly sampling: number;
}

const east = 451_000;
const north = 5_411_000;

/** Bodies that do not touch, of many sizes, somewhere on a site. */
export function randomBodies(seed: number, count: number, width: number, depth: number): Body[] {
  const random = numbersOf(seed);
  const bodies: Body[] = [];
  for (let tries = 0; bodies.length < count && tries < 1000; tries++) {
    const [w, d, height] = [2 + 14 * random(), 2 + 10 * random(), 1.5 + 8 * random()];
    const west = 3 + random() * (width - w - 6);
    const south = 3 + random() * (depth - d - 6);
    const body = { west: east + west, south: north + south, east: east + west + w, north: north + south + d, height };
    const apart = bodies.every(
      (other) =>
        body.west > other.east + 4 ||
        body.east < other.west - 4 ||
        body.south > other.north + 4 ||
        body.north < other.south - 4,
    );
    if (apart) bodies.push(body);
  }
  return bodies;
}

/** Rolling terrain with bodies: roofs, walls, some grass. */
export function siteOf({ width, depth, density, noise, bodies, seed, sampling }: SiteOptions): Site {
  const land = numbersOf(seed);
  const [slope, wave, length, turn] = [0.06 * land() - 0.03, 0.3 + 0.6 * land(), 15 + 20 * land(), 6 * land()];
  const heightAt = (x: number, y: number) =>
    312 + slope * (x - east) + wave * Math.sin((x - east) / length + turn) * Math.cos((y - north) / (0.7 * length));
  const random = numbersOf(sampling);
  const gauss = gaussOf(random);
  const places: number[] = [];
  const truth: number[] = [];
  const put = (x: number, y: number, z: number, ground: 0 | 1) => {
    places.push(x + 0.5 * noise * gauss(), y + 0.5 * noise * gauss(), z + noise * gauss());
    truth.push(ground);
  };
  const inBody = (x: number, y: number) =>
    bodies.some((body) => x > body.west && x < body.east && y > body.south && y < body.north);
  for (let n = 0; n < width * depth * density; n++) {
    const [x, y] = [east + random() * width, north + random() * depth];
    if (inBody(x, y)) continue;
    if (random() < 0.05) put(x, y, heightAt(x, y) + 0.3 + random() * 0.5, 0);
    else put(x, y, heightAt(x, y), 1);
  }
  for (const body of bodies) addBody(body, density, random, heightAt, (x, y, z) => put(x, y, z, 0));
  const count = truth.length;
  const column = (axis: number) => Float64Array.from({ length: count }, (_, n) => places[3 * n + axis] ?? 0);
  const points = { count, x: column(0), y: column(1), z: column(2) };
  return { points, isGround: Uint8Array.from(truth), heightAt, bodies };
}

function addBody(
  body: Body,
  density: number,
  random: () => number,
  heightAt: (x: number, y: number) => number,
  put: (x: number, y: number, z: number) => void,
): void {
  const [w, d] = [body.east - body.west, body.north - body.south];
  const top = heightAt(body.west + w / 2, body.south + d / 2) + body.height;
  for (let n = 0; n < w * d * density * 1.5; n++) put(body.west + random() * w, body.south + random() * d, top);
  for (let n = 0; n < 2 * (w + d) * body.height * density * 0.6; n++) {
    const way = random() * 2 * (w + d);
    const [x, y] =
      way < w
        ? [body.west + way, body.south]
        : way < w + d
          ? [body.east, body.south + way - w]
          : way < 2 * w + d
            ? [body.east - (way - w - d), body.north]
            : [body.west, body.north - (way - 2 * w - d)];
    const foot = heightAt(x, y);
    put(x, y, foot + random() * (top - foot));
  }
}
