import { EngineFailure } from '../engine.ts';
import { identity, type Matrix, type Vector } from '../matrix.ts';
import { blended, type Exact } from './blend.ts';
import type { Crs } from './crs.ts';
import { directionsAt, fromDegrees, type Plane, planeConverter, toDegrees, toEllipsoid, wgs84 } from './earth.ts';

/** Moves a place: three numbers at `at` of the list. What has no place in the target becomes NaN. */
export type Mover = (places: Float64Array, at?: number) => void;

const cellMetres = 50;
const metresOfDegree = 111_320;

/** Sides of cells in which a projection is as good as linear, in units of the system. */
const cellOf = ({ kind, metres }: Plane): number =>
  kind === 'geographic' ? cellMetres / metresOfDegree : cellMetres / metres;

/** From one system to another; of heights only the unit changes. Earth-centred systems have none. */
export function mover(from: Crs, to: Crs): Mover | undefined {
  const heights = from.heightMetres / to.heightMetres;
  const areHeights = Math.abs(heights - 1) > 1e-12 && from.kind !== 'geocentric' && to.kind !== 'geocentric';
  if (samePlane(from, to)) return areHeights ? (places, at = 0) => scaleHeight(places, at, heights) : undefined;
  if (to.kind === 'geocentric') return toEarth(from);
  if (from.kind !== 'geocentric') return withHeights(planeMover(from, to), areHeights ? heights : 1);
  const degrees = planeMover(wgs84, to);
  return (places, at = 0) => {
    const place: Vector = [places[at] ?? 0, places[at + 1] ?? 0, places[at + 2] ?? 0];
    places.set(toEllipsoid(place), at);
    degrees(places, at);
    places[at + 2] = (places[at + 2] ?? 0) / to.heightMetres;
  };
}

const samePlane = (a: Crs, b: Crs): boolean => a.definition === b.definition && String(a.axes) === String(b.axes);

function scaleHeight(places: Float64Array, at: number, by: number): void {
  places[at + 2] = (places[at + 2] ?? 0) * by;
}

function withHeights(plane: Mover, by: number): Mover {
  if (by === 1) return plane;
  return (places, at = 0) => {
    plane(places, at);
    scaleHeight(places, at, by);
  };
}

/** In the plane; blended, since files have millions of places. */
function planeMover(from: Plane, to: Plane): Mover {
  const convert = planeConverter(from, to);
  const exact: Exact = (x, y, target) => target.set(convert(x, y));
  const quick = blended(exact, 2, cellOf(from));
  const target = new Float64Array(2);
  return (places, at = 0) => {
    quick(places, at, target);
    places.set(target, at);
  };
}

/** To earth-centred metres. */
function toEarth(from: Crs): Mover | undefined {
  const degrees = toDegrees(from);
  if (degrees === undefined) return undefined;
  return alongNormals(from, (longitude, latitude, height) => fromDegrees(longitude, latitude, height));
}

/** By the place on the ellipsoid and the direction of up, both blended: heights above it are exact. */
function alongNormals(from: Crs, place: (longitude: number, latitude: number, height: number) => Vector): Mover {
  const degrees = toDegrees(from);
  const exact: Exact = (x, y, target) => {
    const [longitude, latitude] = degrees?.(x, y) ?? [Number.NaN, Number.NaN];
    const [ground, above] = [place(longitude, latitude, 0), place(longitude, latitude, 1)];
    for (const axis of [0, 1, 2] as const) {
      target[axis] = ground[axis];
      target[3 + axis] = above[axis] - ground[axis];
    }
  };
  const quick = blended(exact, 6, cellOf(from));
  const found = new Float64Array(6);
  return (places, at = 0) => {
    const height = (places[at + 2] ?? 0) * from.heightMetres;
    quick(places, at, found);
    for (let axis = 0; axis < 3; axis++) places[at + axis] = (found[axis] ?? 0) + height * (found[3 + axis] ?? 0);
  };
}

/** Coordinates of tiles: metres about a place on earth, east, north and up; and the way back to earth (row-major). */
export interface LocalFrame {
  readonly move: Mover;
  /** To EPSG:4978; without a system to the coordinates of the input. */
  readonly transform: Matrix;
}

/** About `center`, a place of the system; without a system coordinates are only shifted there. */
export function localFrame(crs: Crs | undefined, center: Vector): LocalFrame {
  if (crs === undefined) return shifted(center);
  const [longitude, latitude, height] = ellipsoidalPlace(crs, center);
  if (![longitude, latitude, height].every(Number.isFinite)) {
    throw new EngineFailure('SrsUnknown', `Its coordinates are no places of ${crs.id}.`, undefined, [crs.id]);
  }
  const origin = fromDegrees(longitude, latitude, height);
  const [east, north, up] = directionsAt(longitude, latitude);
  const local = ([x, y, z]: Vector): Vector => {
    const [a, b, c] = [x - origin[0], y - origin[1], z - origin[2]];
    const along = (d: Vector) => a * d[0] + b * d[1] + c * d[2];
    return [along(east), along(north), along(up)];
  };
  const transform = [
    east[0],
    north[0],
    up[0],
    origin[0],
    east[1],
    north[1],
    up[1],
    origin[1],
    east[2],
    north[2],
    up[2],
    origin[2],
    ...identity.slice(12),
  ];
  if (crs.kind !== 'geocentric')
    return { transform, move: alongNormals(crs, (l, p, h) => local(fromDegrees(l, p, h))) };
  return {
    transform,
    move: (places, at = 0) => places.set(local([places[at] ?? 0, places[at + 1] ?? 0, places[at + 2] ?? 0]), at),
  };
}

/** Degrees and metres above the ellipsoid. */
export function ellipsoidalPlace(crs: Crs, [x, y, z]: Vector): readonly [number, number, number] {
  const degrees = toDegrees(crs);
  return degrees === undefined ? toEllipsoid([x, y, z]) : [...degrees(x, y), z * crs.heightMetres];
}

function shifted(center: Vector): LocalFrame {
  const [x, y, z] = center;
  return {
    transform: [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1],
    move: (places, at = 0) => {
      places[at] = (places[at] ?? 0) - x;
      places[at + 1] = (places[at + 1] ?? 0) - y;
      places[at + 2] = (places[at + 2] ?? 0) - z;
    },
  };
}
