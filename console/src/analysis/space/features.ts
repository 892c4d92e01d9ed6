import { isRecord, membersOf } from '../../../../src/std/records.ts';
import type { FoundInSpace } from '../scene.ts';

/** East, north, height; degrees and metres, or metres alone where there is no place on earth. */
export type Place = readonly [x: number, y: number, z: number];

/** Something with a place: a box over its foot, a line, or an area with holes. */
export interface Feature {
  readonly id: string;
  readonly is: 'box' | 'line' | 'area';
  readonly label: string;
  readonly labelId: number;
  readonly confidence: number;
  /** Of a box its foot, of an area its outline and holes; a line is the first. */
  readonly rings: readonly (readonly Place[])[];
  /** Of a box, metres. */
  readonly height: number;
}

const placeOf = (value: unknown): Place => {
  const [x = 0, y = 0, z = 0] = Array.isArray(value) ? value.map(Number) : [];
  return [x, y, z];
};
const ringOf = (value: unknown): readonly Place[] => (Array.isArray(value) ? value.map(placeOf) : []);

/** Features of GeoJSON as our engine writes them; boxes get their heights from their scene, in which they have the same order. */
export function featuresOf(json: unknown, boxes?: readonly FoundInSpace[]): readonly Feature[] {
  const all = isRecord(json) && Array.isArray(json.features) ? json.features : [];
  return all.flatMap((one, n): Feature[] => {
    const { type, coordinates } = membersOf(membersOf(one).geometry);
    const { label, labelId, confidence } = membersOf(membersOf(one).properties);
    const facts = {
      id: String(n),
      label: String(label ?? ''),
      labelId: typeof labelId === 'number' ? labelId : 0,
      confidence: typeof confidence === 'number' ? confidence : 1,
    };
    if (type === 'LineString') return [{ ...facts, is: 'line', rings: [ringOf(coordinates)], height: 0 }];
    if (type !== 'Polygon' || !Array.isArray(coordinates)) return [];
    const rings = coordinates.map((ring) => ringOf(ring).slice(0, -1));
    const box = boxes?.[n];
    return [{ ...facts, rings, is: box ? 'box' : 'area', height: box ? box.high[2] - box.low[2] : 0 }];
  });
}
