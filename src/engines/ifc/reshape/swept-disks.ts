import { follow, type Instance, type Model, numberOf } from '../step/model.ts';
import { type CurveReader, cutOut, lengthOf, rangeOf } from './curves.ts';
import { type Faces, tube } from './tube.ts';

export const sweptDisks = ['IFCSWEPTDISKSOLID', 'IFCSWEPTDISKSOLIDPOLYGONAL'];

/** The library heeds the ends of these by itself, and makes nothing of others that have any. */
const heeded = ['IFCPOLYLINE', 'IFCCIRCLE'];

/**
 * The faces of a disk that is swept along a part of a curve. Undefined where the library makes them, or this program
 * cannot follow the curve.
 */
export function sweptDisk(model: Model, disk: Instance, curves: CurveReader): Faces | undefined {
  const [start, end] = [numberOf(model.get(disk, 'StartParam')), numberOf(model.get(disk, 'EndParam'))];
  const directrix = follow(model, disk, 'Directrix');
  const radius = numberOf(model.get(disk, 'Radius'));
  if ((start === null && end === null) || directrix === undefined || radius === null) return undefined;
  if (heeded.includes(directrix.entity)) return undefined;
  const pieces = curves.pieces(directrix);
  if (pieces === undefined) return undefined;
  const range = rangeOf(pieces);
  // programs count the end as a parameter of the curve, or by its length
  const isEnd = (parameter: number) => [range, lengthOf(pieces)].some((one) => Math.abs(parameter - one) < 1e-3 * one);
  const to = end === null || isEnd(end) ? range : end;
  const points = cutOut(pieces, { from: start ?? 0, to, near: radius / 100 });
  return points === undefined ? undefined : tube(points, radius, numberOf(model.get(disk, 'InnerRadius')) ?? 0);
}
