import { cross, dot, frame, type Matrix, minus, scaled, unit, type Vector } from '../../matrix.ts';
import { follow, type Instance, type Model, numbersOf } from '../step/model.ts';

/** IfcAxis2Placement2D or 3D, at the origin where it names no point; null where its point is none of three numbers. */
export function axesMatrix(model: Model, axes: Instance, metresPerUnit: number): Matrix | null {
  const [z, x] = [directionOf(model, axes, 'Axis'), directionOf(model, axes, 'RefDirection')];
  if (model.get(axes, 'Location') === null) return turned(z, x, [0, 0, 0]);
  const point = follow(model, axes, 'Location');
  if (point === undefined || point.entity !== 'IFCCARTESIANPOINT') return null;
  const place = vectorOf(numbersOf(point.values[0]).map((value) => value * metresPerUnit));
  return turned(z, x, place);
}

/**
 * The frame with a z axis and an x axis as near to the wanted one as it can be. An axis that is not there, or parallel to
 * the other, is as the standard says where a file leaves it out: x as near to the x of the frame around as it can be.
 */
export function turned(axis: Vector | undefined, reference: Vector | undefined, place: Vector): Matrix {
  const z = axis ?? [0, 0, 1];
  const wanted = [...(reference === undefined ? [] : [reference]), ...aside].find((one) => !areParallel(z, one));
  const x = unit(without(wanted ?? [1, 0, 0], z)) ?? [1, 0, 0];
  return frame(x, cross(z, x), z, place);
}

const aside: readonly Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
];

/** Whether directions of length 1 are the same, or against each other, but for noise. */
export const areParallel = (a: Vector, b: Vector): boolean => Math.hypot(...cross(a, b)) < 1e-9;

/** What is left of a vector across a direction. */
export const without = (v: Vector, z: Vector): Vector => minus(v, scaled(z, dot(v, z)));

/** Of length 1; undefined where there is none. */
export function directionOf(model: Model, of: Instance, attribute: string): Vector | undefined {
  const direction = follow(model, of, attribute);
  return direction?.entity !== 'IFCDIRECTION' ? undefined : unit(vectorOf(numbersOf(direction.values[0])));
}

export const vectorOf = ([x = 0, y = 0, z = 0]: readonly number[]): Vector => [x, y, z];

/** The point behind an attribute. */
export function pointOf(model: Model, of: Instance, attribute: string): Vector | undefined {
  const point = follow(model, of, attribute);
  return point === undefined ? undefined : vectorOf(numbersOf(point.values[0]));
}
