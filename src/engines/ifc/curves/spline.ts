import type { Vector } from '../../matrix.ts';
import { type Instance, type Model, numberOf, numbersOf, refsOf } from '../step/model.ts';
import { vectorOf } from './axes.ts';
import type { Piece } from './pieces.ts';

/** Points between two knots. */
const steps = 12;
const mostControlPoints = 100_000;

/** A B-spline, a piece for each span between its knots; undefined for one whose numbers do not fit together. */
export function spline(model: Model, curve: Instance): readonly Piece[] | undefined {
  const degree = numberOf(model.get(curve, 'Degree')) ?? 0;
  const knots = knotsOf(model, curve);
  const weights = numbersOf(model.get(curve, 'WeightsData'));
  const points = refsOf(model.get(curve, 'ControlPointsList')).flatMap((number, n): Weighted[] => {
    const point = model.read(number, curve);
    const weight = weights[n] ?? 1;
    const [x, y, z] = vectorOf(numbersOf(point?.values[0]));
    return point === undefined ? [] : [[x * weight, y * weight, z * weight, weight]];
  });
  if (degree < 1 || degree > 20 || points.length <= degree || points.length > mostControlPoints) return undefined;
  if (knots.length !== points.length + degree + 1) return undefined;
  const found: Piece[] = [];
  for (let span = degree; span < points.length; span++) {
    const [from, to] = [knots[span] ?? 0, knots[span + 1] ?? 0];
    if (!(to > from)) continue;
    const at = (n: number) => pointAt(points, knots, degree, span, from + ((to - from) * n) / steps);
    found.push({ range: to - from, points: Array.from({ length: steps + 1 }, (_, n) => at(n)) });
  }
  return found.length === 0 ? undefined : found;
}

type Weighted = readonly [x: number, y: number, z: number, weight: number];

/** Each knot as often as it counts. */
function knotsOf(model: Model, curve: Instance): number[] {
  const times = numbersOf(model.get(curve, 'KnotMultiplicities'));
  return numbersOf(model.get(curve, 'Knots')).flatMap((knot, n) =>
    Array<number>(Math.min(mostControlPoints, Math.max(0, times[n] ?? 1))).fill(knot),
  );
}

/** By de Boor. */
function pointAt(
  points: readonly Weighted[],
  knots: readonly number[],
  degree: number,
  span: number,
  at: number,
): Vector {
  const d = Array.from({ length: degree + 1 }, (_, n) => [...(points[span - degree + n] ?? [0, 0, 0, 1])]);
  for (let round = 1; round <= degree; round++) {
    for (let n = degree; n >= round; n--) {
      const low = knots[span - degree + n] ?? 0;
      const high = knots[span + 1 + n - round] ?? 0;
      const share = high > low ? (at - low) / (high - low) : 0;
      const [before, own] = [d[n - 1] ?? [], d[n] ?? []];
      d[n] = own.map((value, axis) => (1 - share) * (before[axis] ?? 0) + share * value);
    }
  }
  const [x = 0, y = 0, z = 0, weight = 1] = d[degree] ?? [];
  return [x / weight, y / weight, z / weight];
}
