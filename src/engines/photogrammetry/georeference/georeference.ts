import { type Crs, crsOf } from '../../crs/crs.ts';
import { mover } from '../../crs/transform.ts';
import { shortText } from '../../crs/wkt-text.ts';
import { EngineFailure } from '../../engine.ts';
import { minus } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { type Block, type GroundPoint, isOriented } from '../block.ts';
import type { PhotoFigures, PointResidual } from '../params.ts';
import type { PhotoFacts } from '../prepare/metadata.ts';
import { moved, movedPose, robustSimilarity, type Similarity } from './similarity.ts';
import { type Sight, triangulated } from './triangulate.ts';

/** Points as they were measured, before their places are of the block's system. */
export interface Measured {
  /** Of their places; null: unknown. */
  readonly crs: Crs | null;
  readonly points: readonly GroundPoint[];
}

export interface Georeferenced {
  readonly block: Block;
  readonly by: PhotoFigures['georeference'];
}

const least = 3;

/** The system that a text names. */
export function namedCrs(text: string): Crs {
  const crs = crsOf(text);
  if (crs !== undefined && crs.kind === 'projected') return crs;
  const why = crs === undefined ? 'is not known' : 'is no system of a map, in which lengths are metres';
  throw new EngineFailure('InputSrsUnknown', `The coordinate reference system '${text}' ${why}.`, undefined, [text]);
}

/** As a block keeps its system, to be read again. */
export const nameOf = shortText;

/** The zone of UTM on WGS 84 in which the photos were taken; undefined when none says where. */
export function zoneOf(facts: readonly PhotoFacts[]): Crs | undefined {
  const places = facts.flatMap(({ gps }) => gps ?? []);
  if (places.length === 0) return undefined;
  const mean = (of: (place: (typeof places)[number]) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const longitude = mean((place) => place.longitude);
  const latitude = mean((place) => place.latitude);
  const zone = Math.min(60, Math.max(1, Math.floor((longitude + 180) / 6) + 1));
  return crsOf(`EPSG:${(latitude < 0 ? 32700 : 32600) + zone}`);
}

/** Places of photos by their GPS in a system; undefined for those that tell none. */
export function gpsPlaces(facts: readonly PhotoFacts[], crs: Crs): (Vector | undefined)[] {
  const degrees = crsOf('EPSG:4326');
  const move = degrees && mover(degrees, crs);
  return facts.map(({ gps }) => {
    if (!gps || gps.height === null || !move) return undefined;
    const place = Float64Array.of(gps.longitude, gps.latitude, gps.height);
    move(place);
    const [x = Number.NaN, y = Number.NaN] = place;
    return Number.isFinite(x) && Number.isFinite(y) ? [x, y, gps.height] : undefined;
  });
}

/** What is known of a set besides its photos. */
export interface Known {
  readonly facts: readonly PhotoFacts[];
  readonly measured: Measured;
  /** Where some photos stood, as a scene says it. */
  readonly told: { readonly crs: Crs | null; readonly places: readonly (Vector | undefined)[] };
  readonly wanted: Crs | null;
}

/**
 * Puts a block on earth: by three control points or more, else by the poses that a scene gives of three photos or more, else
 * by the GPS of so many, else not at all.
 */
export function georeferenced(block: Block, { facts, measured, told, wanted }: Known): Georeferenced {
  const crs = wanted ?? measured.crs ?? told.crs ?? zoneOf(facts) ?? null;
  const points = pointsIn(measured, crs);
  const control = points.filter(({ use, accuracy }) => use === 'control' && isWhole(accuracy));
  const meetings = control.map((point) => meetingOf(block, point));
  const byPoints = fitted(
    meetings,
    control.map(({ place }) => place),
  );
  if (byPoints) return { block: put(block, byPoints, crs, points), by: 'control points' };
  const centres = block.photos.map(({ pose }) => pose?.centre);
  const comparable = told.crs !== null || crs === null;
  const byPoses = comparable ? fitted(centres, placesIn(told, crs)) : undefined;
  if (byPoses) return { block: put(block, byPoses, crs, points), by: 'given' };
  const byGps = fitted(centres, crs === null ? [] : gpsPlaces(facts, crs));
  if (byGps) return { block: put(block, byGps, crs, points), by: 'GPS' };
  return { block: { ...block, crs: null, points: [] }, by: 'none' };
}

function placesIn({ crs, places }: Known['told'], wanted: Crs | null): readonly (Vector | undefined)[] {
  if (crs === null || wanted === null || crs.definition === wanted.definition) return places;
  const move = mover(crs, wanted);
  return places.map((place) => {
    if (place === undefined) return undefined;
    const there = Float64Array.from(place);
    move?.(there);
    return [there[0] ?? 0, there[1] ?? 0, place[2]];
  });
}

/** Measured in all three directions. */
const isWhole = (accuracy: GroundPoint['accuracy']): boolean =>
  accuracy === undefined || (accuracy.horizontal !== null && accuracy.vertical !== null);

function fitted(from: readonly (Vector | undefined)[], to: readonly (Vector | undefined)[]): Similarity | undefined {
  const pairs = from.flatMap((place, n) => {
    const other = to[n];
    return place === undefined || other === undefined ? [] : [{ place, other }];
  });
  if (pairs.length < least) return undefined;
  return robustSimilarity(
    pairs.map(({ place }) => place),
    pairs.map(({ other }) => other),
  );
}

/** Measured points in another system. */
export function pointsIn({ crs, points }: Measured, wanted: Crs | null): GroundPoint[] {
  if (crs === null || wanted === null || crs.definition === wanted.definition) return [...points];
  const move = mover(crs, wanted);
  return points.map((point) => {
    const place = Float64Array.from(point.place);
    move?.(place);
    return { ...point, place: [place[0] ?? 0, place[1] ?? 0, place[2] ?? 0] };
  });
}

function put(block: Block, by: Similarity, crs: Crs | null, points: readonly GroundPoint[]): Block {
  return {
    ...block,
    crs: crs === null ? null : nameOf(crs),
    photos: block.photos.map((photo) => (isOriented(photo) ? { ...photo, pose: movedPose(by, photo.pose) } : photo)),
    ties: block.ties.map((tie) => ({ ...tie, place: moved(by, tie.place) })),
    points,
  };
}

/** Where the photos of a block see a point. */
export const meetingOf = (block: Block, point: Pick<GroundPoint, 'seen'>): Vector | undefined =>
  triangulated(sightsOf(block, point));

/** What oriented photos of a block tell of a point. */
export const sightsOf = ({ photos, cameras }: Block, { seen }: Pick<GroundPoint, 'seen'>): Sight[] =>
  seen.flatMap(({ photo, x, y }) => {
    const { pose, camera: number = -1 } = photos[photo] ?? {};
    const camera = cameras[number];
    return pose === undefined || camera === undefined ? [] : [{ camera, pose, x, y }];
  });

/** What the block says of its measured points, minus what was measured. */
export function residualsOf(block: Block): PointResidual[] {
  return block.points.flatMap((point) => {
    const found = meetingOf(block, point);
    return found === undefined ? [] : [{ id: point.id, use: point.use, off: minus(found, point.place) }];
  });
}
