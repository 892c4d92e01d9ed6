import { distance, type Point } from '../view-data.ts';

export const measureKinds = ['distance', 'angle', 'area'] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** What was measured, in words. */
export interface Measured {
  readonly text: string;
  /** Where the text stands. */
  readonly at: Point;
  /** What else is known, with its name. */
  readonly parts: readonly (readonly [name: string, text: string])[];
}

/** Points that a measure needs; an area may have more. */
export const pointsNeeded: Readonly<Record<MeasureKind, number>> = { distance: 2, angle: 3, area: 3 };

/** The measure through points in metres; undefined while there are too few. */
export function measured(kind: MeasureKind, points: readonly Point[]): Measured | undefined {
  const [a, b, c] = points;
  if (!a || !b) return undefined;
  if (kind === 'distance') return distanceOf(a, b);
  if (!c) return undefined;
  return kind === 'angle' ? angleOf(a, b, c) : areaOf(points);
}

export const metres = (value: number): string => `${value.toFixed(3)} m`;

function distanceOf(a: Point, b: Point): Measured {
  const [x, y, z] = minus(b, a).map(Math.abs);
  return {
    text: metres(distance(a, b)),
    at: middleOf([a, b]),
    parts: [
      ['West to east', metres(x ?? 0)],
      ['South to north', metres(y ?? 0)],
      ['Below to above', metres(z ?? 0)],
      ['Level', metres(Math.hypot(x ?? 0, y ?? 0))],
    ],
  };
}

/** At the second of three points. */
function angleOf(a: Point, b: Point, c: Point): Measured {
  const [one, other] = [minus(a, b), minus(c, b)];
  const angle = Math.atan2(lengthOf(cross(one, other)), dot(one, other));
  return {
    text: `${((angle * 180) / Math.PI).toFixed(2)}°`,
    at: b,
    parts: [
      ['First leg', metres(lengthOf(one))],
      ['Second leg', metres(lengthOf(other))],
    ],
  };
}

/** Of the polygon through the points; where they do not lie in one plane, of its projection onto the middle one. */
function areaOf(points: readonly Point[]): Measured {
  const middle = middleOf(points);
  const doubled = points
    .map((point, n) => cross(minus(point, middle), minus(points[(n + 1) % points.length] ?? point, middle)))
    .reduce(plus, [0, 0, 0]);
  const normal = doubled.map((value) => value / (lengthOf(doubled) || 1));
  const off = Math.max(...points.map((point) => Math.abs(dot(minus(point, middle), pointOf(normal)))));
  const around = points.map((point, n) => distance(point, points[(n + 1) % points.length] ?? point));
  return {
    text: `${(lengthOf(doubled) / 2).toFixed(3)} m²`,
    at: middle,
    parts: [
      ['Around it', metres(around.reduce((sum, one) => sum + one, 0))],
      ...(off > 0.005 ? [['Out of its plane', `up to ${metres(off)}`] as const] : []),
    ],
  };
}

const pointOf = ([x = 0, y = 0, z = 0]: readonly number[]): Point => [x, y, z];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const lengthOf = (a: Point): number => Math.hypot(...a);
const middleOf = (points: readonly Point[]): Point =>
  pointOf(points.reduce(plus, [0, 0, 0]).map((value) => value / points.length));
