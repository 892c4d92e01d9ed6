import { distance, type Matrix, type Vector } from '../../matrix.ts';
import type { MapConversion } from './map-conversion.ts';
import type { Whereabouts } from './whereabouts.ts';

/** A point of the model, and where it is on the map: about it the model is put on earth. */
export interface Anchor {
  readonly model: Vector;
  readonly map: Vector;
  /** Direction of the model's X axis on the map, of length 1. */
  readonly xAxis: readonly [east: number, north: number];
  /** What was read in another way than it is written; for people. */
  readonly message?: string;
}

/** Metres: nearer ones are a matter of where a model has its origin; farther ones have earth curve away by 8 m. */
export const farAway = 10_000;
/** Share of a distance within which two are about the same. */
const alike = 0.1;

/**
 * The point about which a map conversion puts a model on earth: the model's origin, as it is written. Where the model
 * stands at map coordinates and the conversion adds them once more, they count once. Where it is far from its origin
 * for another reason, it is put on earth where it stands: a plane at the origin has left the earth until there.
 */
export function anchorOf(conversion: MapConversion, site: Matrix | null, elements: Whereabouts): Anchor {
  const middle = elements.middle() ?? placeOf(site);
  const xAxis = direction(conversion.xAxis);
  const [east, north, height] = conversion.place;
  const atOrigin = { model: [0, 0, 0], map: conversion.place, xAxis } as const;
  if (middle === undefined || isNear(middle, elements)) return atOrigin;
  const twice = placedTwice(conversion, middle, site);
  if (twice !== undefined) {
    const up = heightAgain(height, bottomOf(site, twice.at, elements) ?? middle[2]);
    const model: Vector = [twice.at[0], twice.at[1], up];
    const axis = twice.isTurnedBack ? xAxis : axisOnce(xAxis, site);
    return { model, map: conversion.place, xAxis: axis, message: onceMessage(middle) };
  }
  const [x, y] = turned(middle, xAxis);
  const map: Vector = [east + x * conversion.scale, north + y * conversion.scale, height + middle[2]];
  return { model: middle, map, xAxis, ...(east === 0 && north === 0 ? { message: zerosMessage(middle) } : {}) };
}

const isNear = (middle: Vector, elements: Whereabouts): boolean =>
  Math.hypot(middle[0], middle[1]) <= farAway || (elements.count > 0 && !elements.areAwayFrom([0, 0, 0], farAway / 2));

interface PlacedTwice {
  readonly at: Vector;
  /** Whether the model was turned back from the directions of the map. */
  readonly isTurnedBack: boolean;
}

/** The point of the model that has the coordinates of the conversion already, if its elements are about there. */
function placedTwice(conversion: MapConversion, middle: Vector, site: Matrix | null): PlacedTwice | undefined {
  const [east, north] = conversion.place;
  const far = Math.hypot(east, north);
  if (far <= farAway) return undefined;
  const [x, y] = direction(conversion.xAxis);
  const back: Vector = [x * east + y * north, x * north - y * east, 0];
  const written: Vector = [east, north, 0];
  const inUnits = (at: Vector): Vector => [at[0] / conversion.writtenScale, at[1] / conversion.writtenScale, 0];
  const turnedBack = [back, inUnits(back)];
  const places = [written, inUnits(written), ...turnedBack];
  const off = (from: Vector, at: Vector) => Math.hypot(from[0] - at[0], from[1] - at[1]);
  const nearest = (from: Vector) => places.reduce((best, at) => (off(from, at) < off(from, best) ? at : best), written);
  const origin = placeOf(site);
  const found = nearest(origin !== undefined && off(origin, nearest(origin)) < alike * far ? origin : middle);
  if (off(middle, found) >= alike * Math.hypot(found[0], found[1])) return undefined;
  return { at: found, isTurnedBack: turnedBack.includes(found) };
}

/** The height of the conversion where the model stands at it already, else 0: programs repeat it or do not. */
export const heightAgain = (height: number, bottom: number): number =>
  Math.abs(bottom - height) < Math.abs(bottom) ? height : 0;

/** The height at which a model stands: that of its site where the site is there, else that of most elements. */
function bottomOf(site: Matrix | null, at: Vector, elements: Whereabouts): number | undefined {
  const place = placeOf(site);
  const isThere = place !== undefined && distance([place[0], place[1], 0], at) < farAway;
  return isThere ? place[2] : elements.bottom();
}

/** A site that is turned as the conversion says has the model in the directions of the map already. */
function axisOnce(xAxis: Anchor['xAxis'], site: Matrix | null): Anchor['xAxis'] {
  const isTurned = site !== null && Math.hypot((site[0] ?? 0) - xAxis[0], (site[4] ?? 0) - xAxis[1]) < 1e-4;
  return isTurned ? [1, 0] : xAxis;
}

const placeOf = (m: Matrix | null): Vector | undefined => (m === null ? undefined : [m[3] ?? 0, m[7] ?? 0, m[11] ?? 0]);

function direction([east, north]: readonly [number, number]): readonly [number, number] {
  const length = Math.hypot(east, north) || 1;
  return [east / length, north / length];
}

const turned = ([x, y]: Vector, [east, north]: Anchor['xAxis']): readonly [number, number] => [
  east * x - north * y,
  north * x + east * y,
];

export const kilometres = (at: Vector): string => Math.round(Math.hypot(at[0], at[1]) / 1000).toLocaleString('en');

const onceMessage = (middle: Vector): string =>
  `The model stands at map coordinates, ${kilometres(middle)} km from its origin, and its map conversion adds them ` +
  'once more; they were used once. Export either without the other.';

const zerosMessage = (middle: Vector): string =>
  'The map conversion moves nothing (eastings and northings are 0), and the model stands at map coordinates itself, ' +
  `${kilometres(middle)} km from its origin; it was placed there.`;
