import { queryOptions } from '@tanstack/react-query';
import { directionOf } from '../../../../src/engines/geometry/camera.ts';
import { plus, times, transposed, turned } from '../../../../src/engines/geometry/vectors.ts';
import { projectionQuery } from '../../ui/stage/reality/coordinates.ts';
import { type Drawable, drawableQuery } from '../../ui/stage/reality/source.ts';
import type { PhotoCone } from '../../ui/stage/scene/photo-cones.ts';
import type { Box, Point } from '../../ui/stage/view-data.ts';
import type { OrientedPhoto, OrientedScene } from '../oriented.ts';
import { sceneQuery } from '../scene-query.ts';

/** What is drawn of oriented photos: their cones, and the model that stands with them. */
export interface PhotoSpace {
  readonly scene: OrientedScene;
  readonly tiles: Drawable | null;
  /** Photos and cones are in one order. */
  readonly cones: readonly PhotoCone[];
  /** Around everything. */
  readonly box: Box;
  /** The model is asked for, but stands elsewhere than the photos, so that they cannot be shown together. */
  readonly isApart: boolean;
}

/** From the coordinates of the poses to those of the picture. */
type Move = (place: Point) => Point;

export const photoSpaceQuery = (sceneId: string, tilesId: string | undefined, twinId: string) =>
  queryOptions({
    queryKey: ['photo space', sceneId, tilesId ?? '', twinId],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ client }): Promise<PhotoSpace> {
      const scene = await client.fetchQuery(sceneQuery(sceneId, twinId));
      const wanted = tilesId ? await client.fetchQuery(drawableQuery(tilesId, twinId)) : null;
      const { definition } = wanted?.system ?? {};
      const projection = wanted?.frame && definition ? await client.fetchQuery(projectionQuery(definition)) : undefined;
      const move = wanted ? await moveInto(wanted, projection) : (place: Point) => place;
      const tiles = move ? wanted : null;
      const length = 0.35 * (nearest(scene.photos) ?? 4);
      const cones = scene.photos.map((photo) => coneOf(photo, length, move ?? ((place) => place)));
      return { scene, tiles, cones, box: boxAround(cones, tiles?.box), isApart: wanted !== null && tiles === null };
    },
  });

/** Undefined where the model does not say in which system its photos were. */
async function moveInto(
  { frame }: Drawable,
  projection: { inverse(place: [number, number]): readonly number[] } | undefined,
): Promise<Move | undefined> {
  if (!frame) return (place) => place;
  if (!projection) return undefined;
  const { pointOnEarth } = await import('../../ui/stage/reality/place.ts');
  return ([east, north, height]) => {
    const [longitude = 0, latitude = 0] = projection.inverse([east, north]);
    return pointOnEarth({ longitude, latitude, height }, frame);
  };
}

/** Cones of wide lenses are cut here: they would hide all others. */
const mostTangent = 2;

/** The corners of its picture at a distance, as its lens sees them. */
function coneOf({ camera, pose }: OrientedPhoto, length: number, move: Move): PhotoCone {
  const { width, height } = camera;
  const corner = (x: number, y: number): Point => {
    const [a, b] = directionOf(camera, x, y);
    const less = Math.min(1, mostTangent / Math.max(1e-9, Math.hypot(a, b)));
    return move(plus(pose.centre, times(turned(transposed(pose.rotation), [less * a, less * b, 1]), length)));
  };
  return {
    eye: move(pose.centre),
    corners: [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)],
  };
}

/** The usual distance from a photo to the next one; undefined of one alone. */
function nearest(photos: readonly OrientedPhoto[]): number | undefined {
  const some = photos.slice(0, 60).map(({ pose }) => pose.centre);
  const distances = some.flatMap((one, n) => {
    const others = some.flatMap((other, m) => {
      const far = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
      return m !== n && far > 1e-6 ? [far] : [];
    });
    return others.length > 0 ? [Math.min(...others)] : [];
  });
  return distances.toSorted((a, b) => a - b)[Math.floor(distances.length / 2)];
}

function boxAround(cones: readonly PhotoCone[], with_: Box | undefined): Box {
  const points = [...cones.flatMap(({ eye, corners }) => [eye, ...corners]), ...(with_ ? [with_.low, with_.high] : [])];
  const along = (axis: 0 | 1 | 2, pick: 'min' | 'max') =>
    points.reduce((best, point) => Math[pick](best, point[axis]), pick === 'min' ? Infinity : -Infinity);
  if (points.length === 0) return { low: [-5, -5, 0], high: [5, 5, 5] };
  return {
    low: [along(0, 'min'), along(1, 'min'), along(2, 'min')],
    high: [along(0, 'max'), along(1, 'max'), along(2, 'max')],
  };
}

/** From where a photo was taken, and the point in the middle of its picture. */
export function lookThrough({ eye, corners }: PhotoCone): {
  readonly eye: Point;
  readonly target: Point;
  readonly fov: number;
} {
  const middle = (axis: 0 | 1 | 2) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
  const target: Point = [middle(0), middle(1), middle(2)];
  const [upper, , lower] = [corners[0], corners[1], corners[3]];
  const half = Math.hypot(upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]) / 2;
  const far = Math.hypot(target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]);
  return { eye, target, fov: (2 * Math.atan(half / Math.max(far, 1e-9)) * 180) / Math.PI };
}
