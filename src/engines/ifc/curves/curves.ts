import { dot as inner, minus, moved, plus, scaled, type Vector } from '../../matrix.ts';
import { enumOf, follow, type Instance, type Model, numberOf, numbersOf, refsOf } from '../step/model.ts';
import { isList, isRef, isTyped, type StepValue } from '../step/values.ts';
import type { Units } from '../units.ts';
import { axesMatrix, pointOf, vectorOf } from './axes.ts';
import { carriedOf } from './carried.ts';
import { clipped, type Piece, reversed } from './pieces.ts';
import { spline } from './spline.ts';

export interface CurveReader {
  /** The pieces of a curve one after the other; undefined for one that this program cannot follow. */
  pieces(curve: Instance, depth?: number): readonly Piece[] | undefined;
}

/** Points of a full circle, at least; those of a large one are so near that it bulges by this many metres at most. */
const round = 32;
const bulge = 0.01;
const mostSteps = 5000;
const deepest = 8;

type Scale = Pick<Units, 'radiansPerUnit' | 'metresPerUnit'>;

/**
 * Follows lines, conics, splines, polylines, parts of them, what is composed of them, runs beside them or on surfaces.
 * `others`: follows what is none of these, alignments.
 */
export function curveReader(
  model: Model,
  units: Scale,
  others: (curve: Instance) => readonly Piece[] | undefined,
): CurveReader {
  const reader: CurveReader = {
    pieces(curve, depth = 0) {
      if (depth > deepest) return undefined;
      const below = (one: Instance | undefined) => (one === undefined ? undefined : reader.pieces(one, depth + 1));
      switch (curve.entity) {
        case 'IFCPOLYLINE':
          return polyline(pointsOf(model, curve));
        case 'IFCINDEXEDPOLYCURVE':
          return indexed(model, curve, units);
        case 'IFCCIRCLE':
        case 'IFCELLIPSE':
          return arc(model, curve, 0, (2 * Math.PI) / units.radiansPerUnit, units);
        case 'IFCBSPLINECURVEWITHKNOTS':
        case 'IFCRATIONALBSPLINECURVEWITHKNOTS':
          return spline(model, curve);
        case 'IFCTRIMMEDCURVE':
          return trimmed(model, curve, units, below);
        case 'IFCCOMPOSITECURVE':
        case 'IFC2DCOMPOSITECURVE':
          return composite(model, curve, below) ?? others(curve);
        default: {
          const carried = carriedOf(model, curve, units, below);
          if (carried === undefined) return others(curve);
          const basis = below(carried.basis);
          return basis && carried.pieces(basis, false);
        }
      }
    },
  };
  return reader;
}

/** How many steps an arc of so many radians gets, whose radius is in units of the file. */
function stepsOf(angle: number, radius: number, { metresPerUnit }: Scale): number {
  const perRadian = Math.max(round / (2 * Math.PI), Math.sqrt((radius * metresPerUnit) / (8 * bulge)));
  return Math.min(mostSteps, Math.max(2, Math.ceil(Math.abs(angle) * perRadian)));
}

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

function indexed(model: Model, curve: Instance, units: Scale): readonly Piece[] | undefined {
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
      pieces.push({ range: 1, points: arcThrough(a, b, c, units) });
    } else pieces.push(...(polyline(known) ?? []));
  }
  return pieces.length === 0 ? undefined : pieces;
}

/** From a over b to c; three points in a line are one. */
function arcThrough(a: Vector, b: Vector, c: Vector, units: Scale): Vector[] {
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
  const steps = stepsOf(sweep, radius, units);
  return Array.from({ length: steps + 1 }, (_, n): Vector => {
    const [cos, sin] = [Math.cos((n * sweep) / steps), Math.sin((n * sweep) / steps)];
    const at = (axis: 0 | 1 | 2) => centre[axis] + cos * x[axis] + sin * y[axis];
    return [at(0), at(1), at(2)];
  });
}

/** What follows the curve that a part is of. */
type Below = (curve: Instance | undefined) => readonly Piece[] | undefined;

function trimmed(model: Model, curve: Instance, units: Scale, below: Below): readonly Piece[] | undefined {
  const basis = follow(model, curve, 'BasisCurve');
  if (basis === undefined) return undefined;
  const byPoint = enumOf(model.get(curve, 'MasterRepresentation')) === 'CARTESIAN';
  const end = (attribute: string) => trimOf(model, curve, attribute, byPoint, parameterOn(model, basis, units));
  const [from, to] = [end('Trim1'), end('Trim2')];
  if (from === undefined || to === undefined) return undefined;
  const same = enumOf(model.get(curve, 'SenseAgreement')) !== 'F';
  return partOf({ model, units, below, from, to, same }, basis, 0)?.pieces;
}

interface Trimming {
  readonly model: Model;
  readonly units: Scale;
  readonly below: Below;
  readonly from: number;
  readonly to: number;
  readonly same: boolean;
}

/** The part of a curve between two parameters; `against`: it runs against the curve. */
function partOf(
  trimming: Trimming,
  basis: Instance,
  depth: number,
): { readonly pieces: readonly Piece[]; readonly against: boolean } | undefined {
  const { model, units, below, from, to, same } = trimming;
  const known = (pieces: readonly Piece[] | undefined, against: boolean) => pieces && { pieces, against };
  if (basis.entity === 'IFCLINE') return known(line(model, basis, from, to), to < from);
  if (basis.entity === 'IFCCIRCLE' || basis.entity === 'IFCELLIPSE') {
    const turn = (2 * Math.PI) / units.radiansPerUnit;
    const positive = (angle: number) => (angle % turn <= 1e-12 * turn ? (angle % turn) + turn : angle % turn);
    return known(arc(model, basis, from, same ? positive(to - from) : -positive(from - to), units), !same);
  }
  const carried = depth > deepest ? undefined : carriedOf(model, basis, units, below);
  if (carried !== undefined) {
    const part = carried.basis && partOf(trimming, carried.basis, depth + 1);
    return part && known(carried.pieces(part.pieces, part.against), part.against);
  }
  const pieces = below(basis);
  const part = pieces && clipped(pieces, Math.min(from, to), Math.max(from, to));
  if (part === undefined || part.length === 0) return undefined;
  const against = !same || to < from;
  return { pieces: against ? part.map(reversed).reverse() : part, against };
}

/** A trim may name a parameter, a point, or both. */
function trimOf(
  model: Model,
  curve: Instance,
  attribute: string,
  byPoint: boolean,
  parameterAt: (point: Vector) => number | undefined,
): number | undefined {
  const trim = model.get(curve, attribute);
  const given: readonly StepValue[] = isList(trim) ? trim : [trim];
  const number = given.find((one) => isTyped(one) || typeof one === 'number');
  const ref = given.find(isRef);
  const point = ref === undefined ? undefined : model.read(ref.ref, curve);
  if (point !== undefined && (byPoint || number === undefined)) {
    const found = parameterAt(vectorOf(numbersOf(point.values[0])));
    if (found !== undefined) return found;
  }
  return number === undefined ? undefined : (numberOf(number) ?? undefined);
}

/** Where a point lies on a line, a circle or an ellipse. */
function parameterOn(model: Model, basis: Instance, units: Scale): (point: Vector) => number | undefined {
  if (basis.entity === 'IFCLINE') {
    const known = lineOf(model, basis);
    return (point) => known && inner(minus(point, known.origin), known.step) / inner(known.step, known.step);
  }
  const axes = follow(model, basis, 'Position');
  const m = axes === undefined ? null : axesMatrix(model, axes, 1);
  const radii = radiiOf(model, basis);
  if (m === null || radii === undefined) return () => undefined;
  const along = (p: Vector, column: number) =>
    inner(minus(p, [m[3] ?? 0, m[7] ?? 0, m[11] ?? 0]), [m[column] ?? 0, m[column + 4] ?? 0, m[column + 8] ?? 0]);
  return (point) => Math.atan2(along(point, 1) / radii[1], along(point, 0) / radii[0]) / units.radiansPerUnit;
}

/** The point of a line at 0, and the way from there to 1. */
function lineOf(model: Model, basis: Instance): { readonly origin: Vector; readonly step: Vector } | undefined {
  const origin = pointOf(model, basis, 'Pnt');
  const vector = follow(model, basis, 'Dir');
  const direction = vector === undefined ? undefined : follow(model, vector, 'Orientation');
  if (origin === undefined || vector === undefined || direction === undefined) return undefined;
  const along = vectorOf(numbersOf(direction.values[0]));
  const magnitude = numberOf(model.get(vector, 'Magnitude')) ?? 1;
  return { origin, step: scaled(along, magnitude / (Math.hypot(...along) || 1)) };
}

function line(model: Model, basis: Instance, from: number, to: number): readonly Piece[] | undefined {
  const known = lineOf(model, basis);
  if (known === undefined || from === to) return undefined;
  const at = (parameter: number) => plus(known.origin, scaled(known.step, parameter));
  return [{ range: Math.abs(to - from), points: [at(from), at(to)] }];
}

function radiiOf(model: Model, conic: Instance): readonly [number, number] | undefined {
  const radius = numberOf(model.get(conic, 'Radius'));
  const a = radius ?? numberOf(model.get(conic, 'SemiAxis1'));
  const b = radius ?? numberOf(model.get(conic, 'SemiAxis2'));
  return a === null || b === null ? undefined : [a, b];
}

/** Angles in the unit of the file. */
function arc(model: Model, curve: Instance, from: number, sweep: number, units: Scale) {
  const axes = follow(model, curve, 'Position');
  const matrix = axes === undefined ? null : axesMatrix(model, axes, 1);
  const radii = radiiOf(model, curve);
  if (matrix === null || radii === undefined) return undefined;
  const [a, b] = radii;
  const steps = stepsOf(sweep * units.radiansPerUnit, Math.max(a, b), units);
  const points = Array.from({ length: steps + 1 }, (_, n): Vector => {
    const angle = (from + (n * sweep) / steps) * units.radiansPerUnit;
    return moved(matrix, [a * Math.cos(angle), b * Math.sin(angle), 0]);
  });
  return [{ range: Math.abs(sweep), points }];
}

function composite(model: Model, curve: Instance, below: Below): readonly Piece[] | undefined {
  const found: Piece[] = [];
  for (const number of refsOf(model.get(curve, 'Segments'))) {
    const segment = model.read(number, curve);
    // a segment of an alignment does not stand where its curve is
    const pieces =
      segment?.entity !== 'IFCCOMPOSITECURVESEGMENT' ? undefined : below(follow(model, segment, 'ParentCurve'));
    if (segment === undefined || pieces === undefined) return undefined;
    const same = enumOf(model.get(segment, 'SameSense')) !== 'F';
    found.push(...(same ? pieces : pieces.map(reversed).reverse()));
  }
  return found.length === 0 ? undefined : found;
}
