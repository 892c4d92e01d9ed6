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
export function toDegrees({ definition, kind }: Crs): ToDegrees | undefined {
  if (kind === 'geocentric') return undefined;
  const converter = proj4(definition, geographic);
  return (x, y) => {
    try {
      const [longitude = Number.NaN, latitude = Number.NaN] = converter.forward([x, y]);
      return [longitude, latitude];
    } catch {
      return [Number.NaN, Number.NaN];
    }
  };
}

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
