import { WGS84_ELLIPSOID } from '3d-tiles-renderer';
import { Box3, MathUtils, Matrix4, Vector3 } from 'three';
import { boxOf } from '../box.ts';
import type { Box, Point } from '../view-data.ts';

/** Where something stands: what it takes up in its own coordinates, and how these lead to the earth. */
export interface Standing {
  /** To earth-centred coordinates, row by row; absent of what has no place on earth. */
  readonly frame?: readonly number[];
  readonly box: Box;
}

interface Volume {
  /** Middle, then three half axes. */
  readonly box?: readonly number[];
  readonly sphere?: readonly number[];
  /** West, south, east, north in radians, least and greatest height. */
  readonly region?: readonly number[];
}

interface TilesetJson {
  readonly root: { readonly boundingVolume: Volume; readonly transform?: readonly number[] };
}

/** Metres from the middle of the earth between which something stands on it. */
const [lowest, highest] = [6_330_000, 6_420_000];

/** What a tileset takes up, in metres to the east, to the north and up from its middle where it has a place on earth. */
export function standingOf({ root }: TilesetJson): Standing {
  const { region, ...volume } = root.boundingVolume;
  const corners = region
    ? cornersOfRegion(region)
    : cornersOf(volume).map((corner) => corner.applyMatrix4(new Matrix4().fromArray(root.transform ?? identity)));
  return standingAround(corners, region !== undefined);
}

const identity = new Matrix4().toArray();

/** What a map of these degrees takes up, at height 0. */
export const standingOfMap = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Standing =>
  standingAround(cornersOfRegion([...[west, south, east, north].map(MathUtils.degToRad), 0, 0]), true);

function standingAround(corners: readonly Vector3[], isOnEarth: boolean): Standing {
  const middle = new Box3().setFromPoints([...corners]).getCenter(new Vector3());
  const onEarth = isOnEarth || (middle.length() > lowest && middle.length() < highest);
  if (!onEarth) return { box: boxOf(new Box3().setFromPoints([...corners])) };
  const matrix = eastNorthUp(middle);
  const inverse = matrix.clone().invert();
  const box = new Box3().setFromPoints(corners.map((corner) => corner.clone().applyMatrix4(inverse)));
  return { frame: matrix.transpose().toArray(), box: boxOf(box) };
}

function eastNorthUp(at: Vector3): Matrix4 {
  const { lat, lon, height } = WGS84_ELLIPSOID.getPositionToCartographic(at, {});
  return WGS84_ELLIPSOID.getEastNorthUpFrame(lat, lon, height, new Matrix4());
}

const signs = Array.from({ length: 8 }, (_, n) => [n & 1 ? 1 : -1, n & 2 ? 1 : -1, n & 4 ? 1 : -1] as const);

function cornersOf({ box, sphere = [0, 0, 0, 1] }: Volume): Vector3[] {
  const [x = 0, y = 0, z = 0, radius = 1] = sphere;
  const given = box ?? [x, y, z, radius, 0, 0, 0, radius, 0, 0, 0, radius];
  const at = (n: number) => new Vector3().fromArray(given, 3 * n);
  return signs.map(([a, b, c]) => at(0).addScaledVector(at(1), a).addScaledVector(at(2), b).addScaledVector(at(3), c));
}

function cornersOfRegion([west = 0, south = 0, east = 0, north = 0, low = 0, high = 0]: readonly number[]): Vector3[] {
  return signs.map(([a, b, c]) =>
    WGS84_ELLIPSOID.getCartographicToPosition(
      b > 0 ? north : south,
      a > 0 ? east : west,
      c > 0 ? high : low,
      new Vector3(),
    ),
  );
}

/** Degrees, and metres above the ellipsoid. */
export interface Geographic {
  readonly longitude: number;
  readonly latitude: number;
  readonly height: number;
}

/** A place of the picture on earth. */
export function geographicOf(point: Point, frame: readonly number[]): Geographic {
  const at = new Vector3(...point).applyMatrix4(new Matrix4().fromArray([...frame]).transpose());
  const { lat, lon, height } = WGS84_ELLIPSOID.getPositionToCartographic(at, {});
  return { longitude: MathUtils.radToDeg(lon), latitude: MathUtils.radToDeg(lat), height };
}

/** A place on earth in the coordinates of the picture. */
export function pointOnEarth({ longitude, latitude, height }: Geographic, frame: readonly number[]): Point {
  const [lat, lon] = [MathUtils.degToRad(latitude), MathUtils.degToRad(longitude)];
  const at = WGS84_ELLIPSOID.getCartographicToPosition(lat, lon, height, new Vector3());
  const { x, y, z } = at.applyMatrix4(
    new Matrix4()
      .fromArray([...frame])
      .transpose()
      .invert(),
  );
  return [x, y, z];
}
