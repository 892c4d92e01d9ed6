import proj4 from 'proj4';
import { cross, type Vector } from '../matrix.ts';
import type { Crs } from './crs.ts';

const geographic = 'EPSG:4326';
const radius = 6_378_137;
const flattening = 1 / 298.257_223_563;
const eccentricity = flattening * (2 - flattening);
const perDegree = Math.PI / 180;

/** A place of the system as longitude and latitude on WGS 84, in degrees; without numbers where it has none. */
export type ToDegrees = (x: number, y: number) => readonly [longitude: number, latitude: number];

/** Of places of a map or on earth; undefined for an earth-centred system. */
export function toDegrees(crs: Crs): ToDegrees | undefined {
  if (crs.kind === 'geocentric') return undefined;
  return planeConverter(crs, wgs84);
}

/** A system by what proj4 needs of it. */
export type Plane = Pick<Crs, 'definition' | 'kind' | 'axes' | 'metres'>;

export const wgs84: Plane = { definition: geographic, kind: 'geographic', metres: 1 };

/** A degree, a tenth of a metre: what comes back from a place that a projection has is nearer. */
const [nearDegrees, nearMetres] = [1e-6, 0.1];

const nearness = ({ kind, metres }: Plane): number => (kind === 'geographic' ? nearDegrees : nearMetres / metres);

/** From one system to another in the plane; without numbers where one of them has no such place. */
export function planeConverter(from: Plane, to: Plane): ToDegrees {
  const converter = proj4(from.definition, to.definition);
  const [[a, b], [c, d]] = [from.axes ?? [1, 1], to.axes ?? [1, 1]];
  const out = (place: readonly number[]): readonly [number, number] => [
    (place[0] ?? Number.NaN) / c,
    (place[1] ?? Number.NaN) / d,
  ];
  const isSure = hasAllPlaces(from) && hasAllPlaces(to);
  const far = nearness(from);
  const isRough = /\+proj=laea\b/.test(from.definition);
  return (x, y) => {
    try {
      const place: [number, number] = [x * a, y * b];
      const there = converter.forward([...place]);
      if (isSure) return out(there);
      // projections give numbers for places that they do not have; the way back tells
      const [back = Number.NaN, again = Number.NaN] = converter.inverse([...there]);
      const off = [turned(place[0] - back, from), place[1] - again] as const;
      if (!(Math.abs(off[0]) <= far && Math.abs(off[1]) <= far)) return nowhere;
      // proj4 goes from this map to degrees by a short series, a millimetre off at most; to this map it is exact
      return out(isRough ? converter.forward([place[0] + off[0], place[1] + off[1]]) : there);
    } catch {
      return nowhere;
    }
  };
}

/** Maps on cylinders along the equator, and degrees: they go round the world, so the way back may be a turn away. */
const hasAllPlaces = ({ definition, kind }: Plane): boolean =>
  kind === 'geographic' || /\+proj=(merc|eqc|cea|mill)\b/.test(definition);

const nowhere: readonly [number, number] = [Number.NaN, Number.NaN];

/** Degrees that are a whole turn apart are one place. */
const turned = (difference: number, { kind }: Plane): number =>
  kind === 'geographic' ? difference - 360 * Math.round(difference / 360) : difference;

/** Earth-centred metres (EPSG:4978) of a place in degrees, `height` metres above the ellipsoid. */
export function fromDegrees(longitude: number, latitude: number, height: number): Vector {
  const [l, p] = [longitude * perDegree, latitude * perDegree];
  const normal = radius / Math.sqrt(1 - eccentricity * Math.sin(p) ** 2);
  const across = (normal + height) * Math.cos(p);
  return [across * Math.cos(l), across * Math.sin(l), (normal * (1 - eccentricity) + height) * Math.sin(p)];
}

/** Longitude, latitude and height of earth-centred metres. */
export function toEllipsoid([x, y, z]: Vector): readonly [longitude: number, latitude: number, height: number] {
  const across = Math.hypot(x, y);
  let latitude = Math.atan2(z, across * (1 - eccentricity));
  for (let turn = 0; turn < 8; turn++) {
    const normal = radius / Math.sqrt(1 - eccentricity * Math.sin(latitude) ** 2);
    latitude = Math.atan2(z + eccentricity * normal * Math.sin(latitude), across);
  }
  const normal = radius / Math.sqrt(1 - eccentricity * Math.sin(latitude) ** 2);
  const [c, s] = [Math.cos(latitude), Math.sin(latitude)];
  const height = across * c + z * s - normal * (1 - eccentricity * s * s);
  return [Math.atan2(y, x) / perDegree, latitude / perDegree, height];
}

/** Directions of east, north and up at a place of the ellipsoid. */
export function directionsAt(longitude: number, latitude: number): readonly [Vector, Vector, Vector] {
  const [l, p] = [longitude * perDegree, latitude * perDegree];
  const east: Vector = [-Math.sin(l), Math.cos(l), 0];
  const north: Vector = [-Math.sin(p) * Math.cos(l), -Math.sin(p) * Math.sin(l), Math.cos(p)];
  return [east, north, cross(east, north)];
}
