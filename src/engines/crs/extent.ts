import type { Vector } from '../matrix.ts';
import type { Crs } from './crs.ts';
import { ellipsoidalPlace } from './transform.ts';

/** Places of a box: corners, middles of edges and faces, and the middle. */
export function placesOfBox(low: Vector, high: Vector): Vector[] {
  const at = (axis: 0 | 1 | 2, n: number) => low[axis] + ((high[axis] - low[axis]) * n) / 2;
  return Array.from({ length: 27 }, (_, n) => [at(0, n % 3), at(1, Math.floor(n / 3) % 3), at(2, Math.floor(n / 9))]);
}

/** Degrees from 0 to 360 as those from -180 to 180, where none of them goes over the edge; else cut off there. */
export function withinWorld(longitudes: readonly number[]): number[] {
  const least = Math.min(...longitudes);
  const turns = 360 * Math.round((least + Math.max(...longitudes)) / 720);
  const moved = longitudes.map((one) => one - turns);
  return moved.map((one) => Math.min(180, Math.max(-180, one)));
}

/** What a box of the system covers, in degrees; null where its places are none. */
export function extentOf(crs: Crs, low: Vector, high: Vector) {
  const places = placesOfBox(low, high).map((place) => ellipsoidalPlace(crs, place));
  const latitudes = places.map(([, latitude]) => latitude);
  const longitudes = withinWorld(places.map(([longitude]) => longitude));
  const extent = {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
  return Object.values(extent).every(Number.isFinite) ? extent : null;
}
