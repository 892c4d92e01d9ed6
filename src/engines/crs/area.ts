import type { Vector } from '../matrix.ts';
import type { Crs } from './crs.ts';
import { placesOfBox } from './extent.ts';
import type { Box } from './register/entries.ts';
import { ellipsoidalPlace } from './transform.ts';
import type { CrsWarning } from './warnings.ts';

/** What a look at coordinates says of the system that they are told to be in. */
export interface Plausible {
  /** False: they are no places of it, so they are local. */
  readonly isPlaced: boolean;
  readonly warnings: readonly CrsWarning[];
}

const [mostLongitude, mostLatitude] = [360, 90];
/** Degrees that an area of use is grown by. */
const margin = 5;
const mostKilometres = 20_000;
const perDegree = Math.PI / 180;
const earth = 6371;

/** Whether the box of some coordinates can be where its system is used. */
export function plausible(crs: Crs, low: Vector, high: Vector): Plausible {
  if (crs.kind === 'geographic' && !areDegrees(crs, [low, high])) {
    return { isPlaced: false, warnings: [{ code: 'CoordinatesNotDegrees', params: [crs.id] }] };
  }
  const places = placesOfBox(low, high).map((place) => ellipsoidalPlace(crs, place));
  const far = !places.every((place) => place.every(Number.isFinite)) || spanOf(places) > mostKilometres;
  if (far) return { isPlaced: false, warnings: [] };
  const away = crs.area === undefined ? 0 : distanceTo(crs.area, places);
  if (away === 0) return { isPlaced: true, warnings: [] };
  return {
    isPlaced: true,
    warnings: [{ code: 'CoordinatesOutsideArea', params: [titleOf(crs), String(Math.round(away))] }],
  };
}

/** "NAD83 / Mississippi East", which people know better than its number. */
export const titleOf = ({ id, model }: Crs): string => model.plane?.name || id;

const areDegrees = ({ axes: [x, y] = [1, 1] }: Crs, ends: readonly Vector[]): boolean =>
  ends.every(([u, v]) => Math.abs(u * x) <= mostLongitude && Math.abs(v * y) <= mostLatitude);

type Place = readonly [longitude: number, latitude: number, height: number];

/** Kilometers between the lowest and the highest place: numbers that are no places go far up or down. */
function spanOf(places: readonly Place[]): number {
  const heights = places.map(([, , height]) => height / 1000);
  return Math.max(...heights) - Math.min(...heights);
}

/** Kilometres from an area to the nearest of some places; 0 where one is inside of it and its margin. */
function distanceTo(area: Box, places: readonly Place[]): number {
  const distances = places.map(([longitude, latitude]) => kilometresTo(area, longitude, latitude));
  return Math.min(...distances);
}

const turnedBy = (degrees: number): number => degrees - 360 * Math.round(degrees / 360);

/** Degrees east of the western side, as far as an area goes. */
const widthOf = ({ west, east }: Box): number => (east < west ? east + 360 - west : east - west);

function kilometresTo(area: Box, longitude: number, latitude: number): number {
  const half = widthOf(area) / 2;
  const beside = turnedBy(longitude - area.west - half);
  const across = Math.max(0, Math.abs(beside) - half);
  const along = latitude > area.north ? latitude - area.north : Math.max(0, area.south - latitude);
  if (across <= margin && along <= margin) return 0;
  const edge = Math.sign(beside) * Math.min(Math.abs(beside), half) + area.west + half;
  const nearest = Math.min(area.north, Math.max(area.south, latitude));
  return arc([longitude, latitude], [edge, nearest]);
}

function arc([l, p]: readonly [number, number], [m, q]: readonly [number, number]): number {
  const [a, b] = [p * perDegree, q * perDegree];
  const half = Math.sin((a - b) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(((l - m) * perDegree) / 2) ** 2;
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(half)));
}
