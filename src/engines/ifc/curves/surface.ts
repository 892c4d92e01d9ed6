import { cross, dot, type Matrix, minus, moved, plus, scaled, type Vector } from '../../matrix.ts';
import { follow, type Instance, type Model, numberOf, numbersOf } from '../step/model.ts';
import { isList, isRef } from '../step/values.ts';
import type { Units } from '../units.ts';
import { axesMatrix, directionOf, pointOf, vectorOf } from './axes.ts';
import { type Piece, pieceAt } from './pieces.ts';

/** Places on a surface by its two parameters, in the units of the file. */
export interface Surface {
  at(u: number, v: number): Vector | undefined;
  /** A line of parameters is a line in space. */
  readonly isFlat: boolean;
}

type Scale = Pick<Units, 'radiansPerUnit'>;
type Pieces = (curve: Instance) => readonly Piece[] | undefined;

const deepest = 8;
const mostControlPoints = 100_000;

/** Undefined for a surface that this program cannot follow. */
export function surfaceOf(
  model: Model,
  surface: Instance,
  units: Scale,
  pieces: Pieces,
  depth = 0,
): Surface | undefined {
  const axes = follow(model, surface, 'Position');
  const m = axes === undefined ? null : axesMatrix(model, axes, 1);
  const of = (name: string) => numberOf(model.get(surface, name));
  switch (surface.entity) {
    case 'IFCPLANE':
      return m === null ? undefined : { at: (u, v) => moved(m, [u, v, 0]), isFlat: true };
    case 'IFCCYLINDRICALSURFACE':
      return turning(m, units, (_, v) => [of('Radius') ?? 0, v]);
    case 'IFCSPHERICALSURFACE': {
      const radius = of('Radius') ?? 0;
      return turning(m, units, (_, v) => {
        const angle = v * units.radiansPerUnit;
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
    }
    case 'IFCTOROIDALSURFACE': {
      const [major, minor] = [of('MajorRadius') ?? 0, of('MinorRadius') ?? 0];
      return turning(m, units, (_, v) => {
        const angle = v * units.radiansPerUnit;
        return [major + minor * Math.cos(angle), minor * Math.sin(angle)];
      });
    }
    case 'IFCSURFACEOFLINEAREXTRUSION':
      return extruded(model, surface, m, pieces);
    case 'IFCSURFACEOFREVOLUTION':
      return revolved(model, surface, m, units, pieces);
    case 'IFCBSPLINESURFACEWITHKNOTS':
    case 'IFCRATIONALBSPLINESURFACEWITHKNOTS':
      return splined(model, surface);
    case 'IFCRECTANGULARTRIMMEDSURFACE':
    case 'IFCCURVEBOUNDEDPLANE':
    case 'IFCCURVEBOUNDEDSURFACE': {
      const basis = follow(model, surface, 'BasisSurface');
      return basis === undefined || depth > deepest ? undefined : surfaceOf(model, basis, units, pieces, depth + 1);
    }
    default:
      return undefined;
  }
}

/** About the z axis of a frame; `section`: how far from the axis, and how far along it. */
function turning(
  m: Matrix | null,
  { radiansPerUnit }: Scale,
  section: (u: number, v: number) => readonly [number, number],
): Surface | undefined {
  if (m === null) return undefined;
  return {
    isFlat: false,
    at(u, v) {
      const [radius, height] = section(u, v);
      const angle = u * radiansPerUnit;
      return moved(m, [radius * Math.cos(angle), radius * Math.sin(angle), height]);
    },
  };
}

/** The curve of the profile that a surface is swept from. */
function sweptCurve(model: Model, surface: Instance, pieces: Pieces): readonly Piece[] | undefined {
  const profile = follow(model, surface, 'SweptCurve');
  const curve = profile && (follow(model, profile, 'Curve') ?? follow(model, profile, 'OuterCurve'));
  return curve && pieces(curve);
}

/** Along the curve, and by lengths of the extrusion. */
function extruded(model: Model, surface: Instance, m: Matrix | null, pieces: Pieces): Surface | undefined {
  const curve = sweptCurve(model, surface, pieces);
  const direction = directionOf(model, surface, 'ExtrudedDirection');
  const depth = numberOf(model.get(surface, 'Depth')) ?? 1;
  if (curve === undefined || direction === undefined) return undefined;
  return {
    isFlat: false,
    at(u, v) {
      const place = pieceAt(curve, u);
      const there = place && plus(place, scaled(direction, v * depth));
      return there && m ? moved(m, there) : there;
    },
  };
}

/** Turned by the first parameter, along the curve by the second. */
function revolved(
  model: Model,
  surface: Instance,
  m: Matrix | null,
  { radiansPerUnit }: Scale,
  pieces: Pieces,
): Surface | undefined {
  const curve = sweptCurve(model, surface, pieces);
  const axis = follow(model, surface, 'AxisPosition');
  if (curve === undefined || axis === undefined) return undefined;
  const origin = pointOf(model, axis, 'Location') ?? [0, 0, 0];
  const along = directionOf(model, axis, 'Axis') ?? [0, 0, 1];
  return {
    isFlat: false,
    at(u, v) {
      const place = pieceAt(curve, v);
      const there = place && plus(origin, turnedAbout(along, minus(place, origin), u * radiansPerUnit));
      return there && m ? moved(m, there) : there;
    },
  };
}

/** By Rodrigues. */
function turnedAbout(axis: Vector, v: Vector, angle: number): Vector {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return plus(plus(scaled(v, c), scaled(cross(axis, v), s)), scaled(axis, dot(axis, v) * (1 - c)));
}

function splined(model: Model, surface: Instance): Surface | undefined {
  const of = (name: string) => model.get(surface, name);
  const [u, v] = (['U', 'V'] as const).map((axis) => ({
    degree: numberOf(of(`${axis}Degree`)) ?? 0,
    knots: knotsOf(numbersOf(of(`${axis}Knots`)), numbersOf(of(`${axis}Multiplicities`))),
  }));
  const rows = of('ControlPointsList');
  const weights = of('WeightsData');
  if (u === undefined || v === undefined || !isList(rows)) return undefined;
  const points = rows.map((row, n) => {
    const ofRow = numbersOf(isList(weights) ? weights[n] : undefined);
    return (isList(row) ? row : []).flatMap((ref, at): (readonly number[])[] => {
      const point = isRef(ref) ? model.read(ref.ref, surface) : undefined;
      const weight = ofRow[at] ?? 1;
      return point === undefined ? [] : [[...vectorOf(numbersOf(point.values[0])).map((x) => x * weight), weight]];
    });
  });
  const fits = ({ degree, knots }: Spans, count: number) =>
    degree >= 1 && degree <= 20 && count > degree && knots.length === count + degree + 1;
  const width = points[0]?.length ?? 0;
  if (!fits(u, points.length) || !fits(v, width) || points.some(({ length }) => length !== width)) return undefined;
  if (points.length * width > mostControlPoints) return undefined;
  return {
    isFlat: false,
    at(a, b) {
      const [x = 0, y = 0, z = 0, weight = 1] = deBoor(
        points.map((row) => deBoor(row, v, b)),
        u,
        a,
      );
      return [x / weight, y / weight, z / weight];
    },
  };
}

interface Spans {
  readonly degree: number;
  readonly knots: readonly number[];
}

const knotsOf = (knots: readonly number[], times: readonly number[]): number[] =>
  knots.flatMap((knot, n) => Array<number>(Math.min(mostControlPoints, Math.max(0, times[n] ?? 1))).fill(knot));

/** The value of a spline whose points are rows of numbers; beyond its ends as at them. */
function deBoor(points: readonly (readonly number[])[], { degree, knots }: Spans, wanted: number): readonly number[] {
  const [low, high] = [knots[degree] ?? 0, knots[points.length] ?? 0];
  const at = Math.min(high, Math.max(low, wanted));
  let span = degree;
  while (span < points.length - 1 && (knots[span + 1] ?? 0) <= at) span++;
  const d = Array.from({ length: degree + 1 }, (_, n) => points[span - degree + n] ?? []);
  for (let round = 1; round <= degree; round++) {
    for (let n = degree; n >= round; n--) {
      const from = knots[span - degree + n] ?? 0;
      const to = knots[span + 1 + n - round] ?? 0;
      const share = to > from ? (at - from) / (to - from) : 0;
      const before = d[n - 1] ?? [];
      d[n] = (d[n] ?? []).map((value, axis) => (1 - share) * (before[axis] ?? 0) + share * value);
    }
  }
  return d[degree] ?? [];
}

/** Parts of an edge of parameters that is none in space. */
const stepsOfEdge = 24;
const mostSteps = 100_000;

/** A curve of parameters on a surface; undefined where it leaves what is known of it. */
export function onSurface({ at, isFlat }: Surface, pieces: readonly Piece[]): readonly Piece[] | undefined {
  const edges = pieces.reduce((sum, { points }) => sum + points.length - 1, 0);
  if (edges * stepsOfEdge > mostSteps) return undefined;
  const found: Piece[] = [];
  for (const { range, points } of pieces) {
    const dense = isFlat ? points : denser(points, points.length > 8 ? 4 : stepsOfEdge);
    const places = dense.map(([u, v]) => at(u, v)).filter((place) => place !== undefined);
    if (places.length !== dense.length) return undefined;
    found.push({ range, points: places });
  }
  return found;
}

const denser = (points: readonly Vector[], steps: number): readonly Vector[] =>
  points.flatMap((point, n) => {
    const next = points[n + 1];
    if (next === undefined) return [point];
    return Array.from({ length: steps }, (_, part) => plus(point, scaled(minus(next, point), part / steps)));
  });
