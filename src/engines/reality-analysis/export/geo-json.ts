import { writeFile } from 'node:fs/promises';
import type { Crs } from '../../crs/crs.ts';
import { toDegrees } from '../../crs/earth.ts';
import type { Line, Object3D, Place, Polygon } from '../scene/types.ts';

/** What a feature says of itself. */
interface Facts {
  readonly label: number;
  readonly confidence?: number;
}

export interface Exported {
  readonly objects?: readonly Object3D[];
  /** Middles of objects instead of what they cover. */
  readonly locations?: readonly Object3D[];
  readonly lines?: readonly Line[];
  readonly polygons?: readonly Polygon[];
}

/** Into degrees of WGS 84; without a system coordinates stay as they are. */
function placer(crs: Crs | undefined): (place: Place) => number[] {
  const degrees = crs && toDegrees(crs);
  if (degrees === undefined) return (place) => place.map((value) => rounded(value, 4));
  return ([x, y, z]) => {
    const [longitude, latitude] = degrees(x, y);
    return [rounded(longitude, 9), rounded(latitude, 9), rounded(z, 3)];
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** A collection of features with the members label, labelId, confidence and id. */
export async function writeGeoJson(
  path: string,
  { objects = [], locations = [], lines = [], polygons = [] }: Exported,
  nameOf: (label: number) => string,
  crs: Crs | undefined,
): Promise<void> {
  const place = placer(crs);
  const features: object[] = [];
  const add = ({ label, confidence }: Facts, geometry: object) => {
    const known = confidence === undefined ? {} : { confidence: rounded(confidence, 4) };
    const properties = { id: features.length, label: nameOf(label), labelId: label, ...known };
    features.push({ type: 'Feature', properties, geometry });
  };
  for (const one of objects) add(one, { type: 'Polygon', coordinates: [footprint(one).map(place)] });
  for (const one of locations) add(one, { type: 'Point', coordinates: place(middleOf(one)) });
  for (const one of lines) add(one, { type: 'LineString', coordinates: one.places.map(place) });
  for (const one of polygons) {
    add(one, { type: 'Polygon', coordinates: [one.outer, ...one.inner].map((ring) => closed(ring).map(place)) });
  }
  await writeFile(path, `${JSON.stringify({ type: 'FeatureCollection', features })}\n`);
}

const closed = (ring: readonly Place[]): readonly Place[] => [...ring, ...ring.slice(0, 1)];

/** Counter-clockwise from the south-west, at the foot. */
const footprint = ({ box: { low, high } }: Object3D): Place[] => [
  [low[0], low[1], low[2]],
  [high[0], low[1], low[2]],
  [high[0], high[1], low[2]],
  [low[0], high[1], low[2]],
  [low[0], low[1], low[2]],
];

export const middleOf = ({ box: { low, high } }: Object3D): Place => [
  (low[0] + high[0]) / 2,
  (low[1] + high[1]) / 2,
  (low[2] + high[2]) / 2,
];
