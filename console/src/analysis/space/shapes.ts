import { ShapeUtils, Vector2 } from 'three';
import { pointOnEarth, standingOfMap } from '../../ui/stage/reality/place.ts';
import type { Box, Point } from '../../ui/stage/view-data.ts';
import type { Feature, Place } from './features.ts';

/** Something in the coordinates of a picture. */
export interface Shape {
  readonly feature: Feature;
  /** From point to point. */
  readonly lines: readonly (readonly Point[])[];
  /** Three points each. */
  readonly triangles: readonly (readonly [Point, Point, Point])[];
  readonly box: Box;
}

/** The frame of a picture that holds nothing but the features. */
export function frameOf(features: readonly Feature[]): readonly number[] | undefined {
  const all = features.flatMap(({ rings }) => rings.flat());
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return all.length > 0 ? standingOfMap(bounds).frame : undefined;
}

/** `frame`: of a picture on earth; features are in degrees then, else in its own metres. */
export function shapeOf(feature: Feature, frame: readonly number[] | undefined): Shape {
  const inPicture = ([longitude, latitude, height]: Place): Point =>
    frame ? pointOnEarth({ longitude, latitude, height }, frame) : [longitude, latitude, height];
  const rings = feature.rings.map((ring) => ring.map(inPicture));
  const parts =
    feature.is === 'box' ? boxParts(rings[0] ?? [], feature.height) : flatParts(rings, feature.is === 'line');
  return { feature, ...parts, box: around(parts.lines.flat()) };
}

const closed = (ring: readonly Point[]): readonly Point[] => [...ring, ...ring.slice(0, 1)];

function boxParts(foot: readonly Point[], height: number) {
  const top = foot.map(([x, y, z]): Point => [x, y, z + height]);
  const sides = foot.map((at, n): readonly [Point, Point, Point, Point] => {
    const next = (n + 1) % foot.length;
    return [at, foot[next] ?? at, top[next] ?? at, top[n] ?? at];
  });
  const quads = [...sides, [top[0], top[1], top[2], top[3]], [foot[0], foot[1], foot[2], foot[3]]];
  const triangles = quads.flatMap(([a, b, c, d]): [Point, Point, Point][] =>
    a && b && c && d
      ? [
          [a, b, c],
          [a, c, d],
        ]
      : [],
  );
  return { lines: [closed(foot), closed(top), ...foot.map((at, n) => [at, top[n] ?? at])], triangles };
}

function flatParts(rings: readonly (readonly Point[])[], isLine: boolean) {
  if (isLine) return { lines: rings, triangles: [] };
  const [a, b] = planeOf(rings[0] ?? []);
  const flat = rings.map((ring) => ring.map((at) => new Vector2(at[a], at[b])));
  const [outer = [], ...holes] = flat;
  const all = rings.flat();
  const triangles = (outer.length < 3 ? [] : ShapeUtils.triangulateShape(outer, holes)).flatMap(
    ([i = 0, j = 0, k = 0]): [Point, Point, Point][] => {
      const corners = [all[i], all[j], all[k]] as const;
      return corners[0] && corners[1] && corners[2] ? [[corners[0], corners[1], corners[2]]] : [];
    },
  );
  return { lines: rings.map(closed), triangles };
}

/** The two axes along which a ring is broadest: those across the greatest part of its normal. */
function planeOf(ring: readonly Point[]): readonly [0 | 1 | 2, 0 | 1 | 2] {
  const normal: [number, number, number] = [0, 0, 0];
  for (const [n, [ax, ay, az]] of ring.entries()) {
    const [bx, by, bz] = ring[(n + 1) % ring.length] ?? [ax, ay, az];
    normal[0] += (ay - by) * (az + bz);
    normal[1] += (az - bz) * (ax + bx);
    normal[2] += (ax - bx) * (ay + by);
  }
  const [x, y, z] = normal.map(Math.abs);
  if ((z ?? 0) >= (x ?? 0) && (z ?? 0) >= (y ?? 0)) return [0, 1];
  return (x ?? 0) >= (y ?? 0) ? [1, 2] : [0, 2];
}

function around(points: readonly Point[]): Box {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (const axis of [0, 1, 2] as const) {
      low[axis] = Math.min(low[axis], point[axis]);
      high[axis] = Math.max(high[axis], point[axis]);
    }
  }
  return points.length > 0 ? { low, high } : { low: [0, 0, 0], high: [1, 1, 1] };
}

/** Around all of them. */
export const aroundAll = (shapes: readonly Shape[]): Box => around(shapes.flatMap(({ box }) => [box.low, box.high]));

/** A box with some of what is around it. */
export function withRoom({ low, high }: Box, least = 3): Box {
  const room = Math.max(least, 0.75 * Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]));
  return {
    low: [low[0] - room, low[1] - room, low[2] - room / 2],
    high: [high[0] + room, high[1] + room, high[2] + room / 2],
  };
}
