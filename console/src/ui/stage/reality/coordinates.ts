import { queryOptions } from '@tanstack/react-query';
import type { Point } from '../view-data.ts';
import { geographicOf } from './place.ts';
import type { System } from './source.ts';

/** A place in words and numbers: east, north and height of its system, or what else is known of it. */
export interface Coordinates {
  /** The name of the system; absent: local coordinates. */
  readonly system?: string;
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** The library of projections, loaded when the first point is looked at. */
export const projectionQuery = (definition: string) =>
  queryOptions({
    queryKey: ['projection', definition],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    async queryFn() {
      const { default: proj4 } = await import('proj4');
      return proj4('EPSG:4326', definition);
    },
  });

const metres = (value: number): string => value.toFixed(3);

/** Where a point of the picture is, in the system of what it belongs to. Heights are those of the file. */
export function coordinatesOf(
  point: Point,
  frame: readonly number[] | undefined,
  system: System | undefined,
  projection: { forward(place: [number, number]): readonly number[] } | undefined,
): Coordinates {
  const [x, y, z] = point;
  if (!frame) {
    return {
      values: [
        ['X', metres(x)],
        ['Y', metres(y)],
        ['Z', metres(z)],
      ],
    };
  }
  const { longitude, latitude, height } = geographicOf(point, frame);
  const [east, north] = projection?.forward([longitude, latitude]) ?? [];
  const isMap = system?.definition?.includes('+proj=longlat') === false;
  if (isMap && east !== undefined && north !== undefined) {
    return {
      system: system.id,
      values: [
        ['East', metres(east)],
        ['North', metres(north)],
        ['Height', metres(height)],
      ],
    };
  }
  return {
    system: 'WGS 84',
    values: [
      ['Latitude', `${latitude.toFixed(8)}°`],
      ['Longitude', `${longitude.toFixed(8)}°`],
      ['Height', metres(height)],
    ],
  };
}
