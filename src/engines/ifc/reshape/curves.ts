import type { Vector } from '../../matrix.ts';
import { axesMatrix } from '../describe/placement.ts';
import { enumOf, follow, type Instance, type Model, numberOf, numbersOf, refsOf } from '../step/model.ts';
import { isList, isTyped, type StepValue } from '../step/values.ts';

/** A part of a curve whose points are evenly spaced in its parameter; in the units of the file. */
export interface Piece {
  /** How far the parameter runs along it. */
  readonly range: number;
  readonly points: readonly Vector[];
}

export interface CurveReader {
  /** The pieces of a curve one after the other; undefined for one that this program cannot follow. */
  pieces(curve: Instance, depth?: number): readonly Piece[] | undefined;
}

/** Points of a full circle. */
const round = 32;
const deepest = 8;

/** Follows lines, circles, ellipses, trimmed ones, polylines and what is composed of them. */
export function curveReader(model: Model, radiansPerUnit: number): CurveReader {
  const reader: CurveReader = {
    pieces(curve, depth = 0) {
      if (depth > deepest) return undefined;
      switch (curve.entity) {
        case 'IFCPOLYLINE':
          return polyline(pointsOf(model, curve));
        case 'IFCINDEXEDPOLYCURVE':
          return indexed(model, curve);
        case 'IFCCIRCLE':
        case 'IFCELLIPSE':
          return arc(model, curve, 0, (2 * Math.PI) / radiansPerUnit, radiansPerUnit);
        case 'IFCTRIMMEDCURVE':
          return trimmed(model, curve, radiansPerUnit);
        case 'IFCCOMPOSITECURVE':
          return composite(model, curve, (parent) => reader.pieces(parent, depth + 1));
        default:
          return undefined;
      }
    },
  };
  return reader;
}

/**
 * The part of a curve between two parameters, as points that are not `near` each other: pieces do not always meet
 * exactly. Undefined when nothing is left of it.
 */
export function cutOut(
  pieces: readonly Piece[],
  { from, to, near }: { readonly from: number; readonly to: number; readonly near: number },
): readonly Vector[] | undefined {
  const found: Vector[] = [];
  let before = 0;
  for (const { range, points } of pieces) {
    const steps = points.length - 1;
    const place = (parameter: number) => (steps * Math.min(Math.max(parameter - before, 0), range)) / range;
    const [first, last] = [place(from), place(to)];
    if (to > before && from < before + range && last > first) {
      const inner = Array.from({ length: steps + 1 }, (_, n) => n).filter((n) => n > first && n < last);
      for (const n of [first, ...inner, last]) found.push(between(points, n));
    }
    before += range;
  }
  const distinct: Vector[] = [];
  for (const point of found) if (distance(point, distinct.at(-1) ?? [Infinity, 0, 0]) > near) distinct.push(point);
  return distinct.length > 1 ? distinct : undefined;
}

export const rangeOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { range }) => sum + range, 0);

export const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { points }) => {
    for (const [n, point] of points.entries()) if (n > 0) sum += distance(point, points[n - 1] ?? point);
    return sum;
  }, 0);

const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function between(points: readonly Vector[], place: number): Vector {
  const a = points[Math.floor(place)] ?? [0, 0, 0];
  const b = points[Math.ceil(place)] ?? a;
  const share = place - Math.floor(place);
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])];
}

const vectorOf = ([x = 0, y = 0, z = 0]: readonly number[]): Vector => [x, y, z];

const pointsOf = (model: Model, curve: Instance): Vector[] =>
  refsOf(curve.values[0]).flatMap((number) => {
    const point = model.read(number, curve);
    return point === undefined ? [] : [vectorOf(numbersOf(point.values[0]))];
  });

/** Every edge has the range 1. */
const polyline = (points: readonly Vector[]): readonly Piece[] | undefined =>
  points.length < 2
    ? undefined
    : points.slice(1).map((point, n) => ({ range: 1, points: [points[n] ?? point, point] }));

function indexed(model: Model, curve: Instance): readonly Piece[] | undefined {
  const list = follow(model, curve, 'Points');
  const rows = list?.values[0];
  if (!isList(rows)) return undefined;
  const points = rows.map((row) => vectorOf(numbersOf(row)));
  const segments = model.get(curve, 'Segments');
  if (!isList(segments)) return polyline(points);
  const pieces: Piece[] = [];
  for (const segment of segments) {
    const places = numbersOf(segment).map((place) => points[place - 1]);
    const known = places.filter((point) => point !== undefined);
    if (known.length !== places.length) return undefined;
    const [a, b, c] = known;
    const isArc = isTyped(segment) && segment.type === 'IFCARCINDEX';
    if (isArc && a !== undefined && b !== undefined && c !== undefined) {
      pieces.push({ range: 1, points: arcThrough(a, b, c) });
    } else pieces.push(...(polyline(known) ?? []));
  }
  return pieces.length === 0 ? undefined : pieces;
}

/** From a over b to c; three points in a line are one. */
function arcThrough(a: Vector, b: Vector, c: Vector): Vector[] {
  const [u, v] = [minus(b, a), minus(c, a)];
  const [uu, uv, vv] = [inner(u, u), inner(u, v), inner(v, v)];
  const area = 2 * (uu * vv - uv * uv);
  if (Math.abs(area) < 1e-18 * vv * vv) return [a, b, c];
  const [s, t] = [(vv * (uu - uv)) / area, (uu * (vv - uv)) / area];
  const centre: Vector = [a[0] + s * u[0] + t * v[0], a[1] + s * u[1] + t * v[1], a[2] + s * u[2] + t * v[2]];
  const x = minus(a, centre);
  const radius = Math.hypot(...x);
  const w = minus(v, scaled(x, inner(v, x) / (radius * radius)));
  const y = scaled(w, radius / (Math.hypot(...w) || 1));
  const angle = (point: Vector) => {
    const p = minus(point, centre);
    const at = Math.atan2(inner(p, y), inner(p, x));
    return at < 0 ? at + 2 * Math.PI : at;
  };
  const [middle, end] = [angle(b), angle(c)];
  const sweep = middle <= end ? end : end - 2 * Math.PI;
  const steps = Math.max(2, Math.ceil((Math.abs(sweep) / (2 * Math.PI)) * round));
  return Array.from({ length: steps + 1 }, (_, n): Vector => {
    const [cos, sin] = [Math.cos((n * sweep) / steps), Math.sin((n * sweep) / steps)];
    const at = (axis: 0 | 1 | 2) => centre[axis] + cos * x[axis] + sin * y[axis];
    return [at(0), at(1), at(2)];
  });
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scaled = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
const inner = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function trimmed(model: Model, curve: Instance, radiansPerUnit: number): readonly Piece[] | undefined {
  const basis = follow(model, curve, 'BasisCurve');
  const [from, to] = [parameterOf(model.get(curve, 'Trim1')), parameterOf(model.get(curve, 'Trim2'))];
  if (basis === undefined || from === undefined || to === undefined) return undefined;
  const same = enumOf(model.get(curve, 'SenseAgreement')) !== 'F';
  if (basis.entity === 'IFCLINE') return line(model, basis, from, to);
  if (basis.entity !== 'IFCCIRCLE' && basis.entity !== 'IFCELLIPSE') return undefined;
  const turn = (2 * Math.PI) / radiansPerUnit;
  const positive = (angle: number) => (angle % turn <= 1e-12 * turn ? (angle % turn) + turn : angle % turn);
  const sweep = same ? positive(to - from) : -positive(from - to);
  return arc(model, basis, from, sweep, radiansPerUnit);
}

/** A trim may name a parameter, a point, or both. */
function parameterOf(trim: StepValue): number | undefined {
  const given = isList(trim) ? trim.find((one) => isTyped(one) || typeof one === 'number') : undefined;
  return given === undefined ? undefined : (numberOf(given) ?? undefined);
}

function line(model: Model, basis: Instance, from: number, to: number): readonly Piece[] | undefined {
  const point = follow(model, basis, 'Pnt');
  const vector = follow(model, basis, 'Dir');
  const direction = vector === undefined ? undefined : follow(model, vector, 'Orientation');
  if (point === undefined || vector === undefined || direction === undefined || from === to) return undefined;
  const origin = vectorOf(numbersOf(point.values[0]));
  const along = vectorOf(numbersOf(direction.values[0]));
  const step = (numberOf(model.get(vector, 'Magnitude')) ?? 1) / (Math.hypot(...along) || 1);
  const at = (parameter: number): Vector => [
    origin[0] + parameter * step * along[0],
    origin[1] + parameter * step * along[1],
    origin[2] + parameter * step * along[2],
  ];
  return [{ range: Math.abs(to - from), points: [at(from), at(to)] }];
}

/** Angles in the unit of the file. */
function arc(model: Model, curve: Instance, from: number, sweep: number, radiansPerUnit: number) {
  const axes = follow(model, curve, 'Position');
  const matrix = axes === undefined ? null : axesMatrix(model, axes, 1);
  const radius = numberOf(model.get(curve, 'Radius'));
  const [a, b] = [radius ?? numberOf(model.get(curve, 'SemiAxis1')), radius ?? numberOf(model.get(curve, 'SemiAxis2'))];
  if (matrix === null || a === null || b === null) return undefined;
  const steps = Math.max(2, Math.ceil((Math.abs(sweep * radiansPerUnit) / (2 * Math.PI)) * round));
  const points = Array.from({ length: steps + 1 }, (_, n): Vector => {
    const angle = (from + (n * sweep) / steps) * radiansPerUnit;
    const [x, y] = [a * Math.cos(angle), b * Math.sin(angle)];
    const at = (row: number) => (matrix[row] ?? 0) * x + (matrix[row + 1] ?? 0) * y + (matrix[row + 3] ?? 0);
    return [at(0), at(4), at(8)];
  });
  return [{ range: Math.abs(sweep), points }];
}

function composite(
  model: Model,
  curve: Instance,
  piecesOf: (parent: Instance) => readonly Piece[] | undefined,
): readonly Piece[] | undefined {
  const found: Piece[] = [];
  for (const number of refsOf(model.get(curve, 'Segments'))) {
    const segment = model.read(number, curve);
    const parent = segment === undefined ? undefined : follow(model, segment, 'ParentCurve');
    const pieces = parent === undefined ? undefined : piecesOf(parent);
    if (segment === undefined || pieces === undefined) return undefined;
    const same = enumOf(model.get(segment, 'SameSense')) !== 'F';
    found.push(...(same ? pieces : pieces.map(reversed).reverse()));
  }
  return found.length === 0 ? undefined : found;
}

const reversed = ({ range, points }: Piece): Piece => ({ range, points: points.toReversed() });
