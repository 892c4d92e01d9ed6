import { useQuery } from '@tanstack/react-query';
import type { Point } from '../view-data.ts';
import { type Coordinates, coordinatesOf, projectionQuery } from './coordinates.ts';
import type { System } from './source.ts';

/** Where a point of the picture is, as soon as its system can be counted in. */
export function useCoordinates(
  point: Point,
  frame: readonly number[] | undefined,
  system: System | undefined,
): Coordinates | undefined {
  const definition = system?.definition ?? '';
  const { data, isLoading } = useQuery({ ...projectionQuery(definition), enabled: definition !== '' });
  return isLoading ? undefined : coordinatesOf(point, frame, system, data);
}
