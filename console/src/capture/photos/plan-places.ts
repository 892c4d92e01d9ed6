import type { TakenAt } from '../../ui/photos/taken-at.ts';
import type { Size } from '../../ui/zoom/zoom.ts';

/** Places in a plan: metres from its upper left corner, north is up. */
export interface PlanPlaces {
  readonly size: Size;
  readonly at: readonly (readonly [x: number, y: number])[];
  /** The middle. */
  readonly longitude: number;
  readonly latitude: number;
}

const metresPerDegree = 111_320;
/** Around the outermost places, as a share of the whole and in metres at least. */
const margin = { share: 0.06, metres: 2 } as const;

/**
 * Degrees as metres around their middle; undefined of none. Over the few kilometres of a flight a plan is off by less
 * than the GPS of a camera.
 */
export function planPlaces(places: readonly TakenAt[]): PlanPlaces | undefined {
  if (places.length === 0) return undefined;
  const first = places[0]?.longitude ?? 0;
  const east = places.map(({ longitude }) => turned(longitude - first)); // across the date line, too
  const [west, right] = rangeOf(east);
  const [south, north] = rangeOf(places.map(({ latitude }) => latitude));
  const latitude = (south + north) / 2;
  const perEast = metresPerDegree * Math.cos((latitude * Math.PI) / 180);
  const [width, height] = [(right - west) * perEast, (north - south) * metresPerDegree];
  const room = Math.max(margin.metres, margin.share * Math.max(width, height));
  return {
    size: { width: width + 2 * room, height: height + 2 * room },
    at: places.map((place, n) => [
      room + ((east[n] ?? 0) - west) * perEast,
      room + (north - place.latitude) * metresPerDegree,
    ]),
    latitude,
    longitude: turned(first + (west + right) / 2),
  };
}

const turned = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

const rangeOf = (values: readonly number[]): readonly [number, number] => [
  values.reduce((a, b) => Math.min(a, b)),
  values.reduce((a, b) => Math.max(a, b)),
];

/** A round length that takes about as many pixels as wanted: 1, 2 or 5 times a power of ten metres. */
export function scaleLength(pixelsPerMetre: number, wantedPixels: number): number {
  const metres = wantedPixels / pixelsPerMetre;
  const power = 10 ** Math.floor(Math.log10(metres));
  return ([5, 2, 1].find((step) => step * power <= metres) ?? 1) * power;
}
