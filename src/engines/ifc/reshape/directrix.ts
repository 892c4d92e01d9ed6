import type { Vector } from '../../matrix.ts';
import type { CurveReader } from '../curves/curves.ts';
import { clipped, lengthOf, type Piece, pointsAlong, rangeOf } from '../curves/pieces.ts';
import { follow, type Instance, type Model, numberOf } from '../step/model.ts';
import { isTyped, type StepValue } from '../step/values.ts';

/** The points of the part of a curve along which something is swept; undefined where it cannot be followed. */
export function directrixPoints(
  model: Model,
  item: Instance,
  curves: CurveReader,
  near: number,
): readonly Vector[] | undefined {
  const directrix = follow(model, item, 'Directrix');
  const pieces = directrix && curves.pieces(directrix);
  if (pieces === undefined) return undefined;
  const [from, to] = [model.get(item, 'StartParam'), model.get(item, 'EndParam')];
  const measured = isLength(from) || isLength(to) ? byLength(pieces) : pieces;
  const range = rangeOf(measured);
  const end = numberOf(to);
  // programs count the end as a parameter of the curve, or by its length
  const isEnd = (one: number) => [range, lengthOf(pieces)].some((whole) => Math.abs(one - whole) < 1e-3 * whole);
  const last = end === null || isEnd(end) ? range : end;
  const points = pointsAlong(clipped(measured, numberOf(from) ?? 0, last), near);
  return points.length < 2 ? undefined : points;
}

const isLength = (value: StepValue): boolean => isTyped(value) && value.type !== 'IFCPARAMETERVALUE';

const byLength = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.flatMap(({ points }) =>
    points.slice(1).map((point, n) => {
      const part = [points[n] ?? point, point];
      return { range: lengthOf([{ range: 0, points: part }]), points: part };
    }),
  );
