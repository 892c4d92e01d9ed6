import { type Camera, directionOf, type Pose, project } from '../../../../src/engines/geometry/camera.ts';
import { minus, plus, times, transposed, turned } from '../../../../src/engines/geometry/vectors.ts';
import { missBy, type Sight, triangulated } from '../../../../src/engines/photogrammetry/georeference/triangulate.ts';
import type { MeasuredPoint } from '../../../../src/engines/photogrammetry/prepare/control-points.ts';
import type { Spot } from '../../ui/zoom/zoom.ts';
import type { OrientedPhoto, OrientedScene } from '../oriented.ts';

/** Photos of one data set whose places are known, by their names. */
export interface Oriented {
  readonly photos: ReadonlyMap<string, Pick<OrientedPhoto, 'camera' | 'pose'>>;
  /** Given coordinates are in the system of the poses. */
  readonly comparable: boolean;
}

export const orientedOf = (scene: OrientedScene, dataId: string, srs: string | null): Oriented => ({
  photos: new Map(scene.photos.flatMap((photo) => (photo.data === dataId ? [[photo.name, photo]] : []))),
  comparable: isSameSystem(scene.srs, srs),
});

/** Points without a system are in the zone of UTM in which the photos are. Heights are taken as they are. */
export function isSameSystem(ofPhotos: string | null, ofPoints: string | null): boolean {
  if (ofPoints === null) return ofPhotos !== null && /^EPSG:32[67]\d\d/i.test(ofPhotos);
  const code = (text: string) => text.trim().toUpperCase().split('+')[0];
  return ofPhotos !== null && code(ofPhotos) === code(ofPoints);
}

/** What is known of where a photo shows a point. */
export type Hint =
  | { readonly is: 'spot'; readonly at: Spot }
  /** Somewhere on this line: another photo has seen it in one direction. */
  | { readonly is: 'line'; readonly through: readonly Spot[] };

type Vector = Sight['pose']['centre'];

function sightsOf({ seen }: Pick<MeasuredPoint, 'seen'>, { photos }: Oriented, without?: string): Sight[] {
  return seen.flatMap(({ image, x, y }) => {
    const photo = image === without ? undefined : photos.get(image);
    return photo ? [{ camera: photo.camera, pose: photo.pose, x, y }] : [];
  });
}

/** Where a photo should show a point: by its marks in two other photos, by its coordinates, or by one other mark. */
export function hintIn(name: string, point: MeasuredPoint, oriented: Oriented): Hint | undefined {
  const photo = oriented.photos.get(name);
  if (!photo) return undefined;
  const others = sightsOf(point, oriented, name);
  const place = triangulated(others) ?? (oriented.comparable ? point.place : undefined);
  if (place) {
    const at = spotOf(photo, place);
    return at && isInside(at, photo.camera) ? { is: 'spot', at } : undefined;
  }
  const [only] = others;
  const through = only ? epipolarLine(only, photo) : [];
  return through.length > 1 ? { is: 'line', through } : undefined;
}

const isInside = ([x, y]: Spot, { width, height }: Camera): boolean => x >= 0 && y >= 0 && x <= width && y <= height;

/** Beyond half of a right angle a lens is not described: its polynomial turns back. */
const mostTangent = 1.6;

function spotOf({ camera, pose }: { readonly camera: Camera; readonly pose: Pose }, place: Vector): Spot | undefined {
  const [x, y, z] = turned(pose.rotation, minus(place, pose.centre));
  return z > 0 && (camera.fisheye || Math.hypot(x, y) <= mostTangent * z) ? project(camera, pose, place) : undefined;
}

const samples = 160;
/** From and to how far a point may be, by the distance of the two photos. */
const reach = { near: 0.2, far: 200 } as const;

/** Where a photo sees the direction in which another has seen a point. */
function epipolarLine(from: Sight, photo: Pick<OrientedPhoto, 'camera' | 'pose'>): Spot[] {
  const [a, b] = directionOf(from.camera, from.x, from.y);
  const way = turned(transposed(from.pose.rotation), [a, b, 1]);
  const apart = Math.hypot(...minus(photo.pose.centre, from.pose.centre)) || 1;
  return Array.from({ length: samples }).flatMap((_, n): Spot[] => {
    const depth = apart * reach.near * (reach.far / reach.near) ** (n / (samples - 1));
    const spot = spotOf(photo, plus(from.pose.centre, times(way, depth)));
    return spot && isInside(spot, photo.camera) ? [spot] : [];
  });
}

/** How well a point and its marks fit the places of the photos. */
export interface Fit {
  /** Found minus given, metres: east, north, up; absent where it is not seen twice, or in another system. */
  readonly off?: Vector;
  /** Pixels between each mark and where the meeting of all is seen, by the name of the photo. */
  readonly misses: ReadonlyMap<string, number>;
}

export function fitOf(point: MeasuredPoint, oriented: Oriented): Fit {
  const found = triangulated(sightsOf(point, oriented));
  if (!found) return { misses: new Map() };
  const misses = point.seen.flatMap(({ image, x, y }): [string, number][] => {
    const photo = oriented.photos.get(image);
    return photo ? [[image, missBy({ camera: photo.camera, pose: photo.pose, x, y }, found)]] : [];
  });
  return { ...(oriented.comparable ? { off: minus(found, point.place) } : {}), misses: new Map(misses) };
}
