import { axisOf, scaled, type Vector } from '../../matrix.ts';
import { operatorMatrix } from '../curves/operator.ts';
import { type Instance, type Model, numberOf, refOf } from '../step/model.ts';

const name = 'IFCCARTESIANTRANSFORMATIONOPERATOR';
export const operators = [`${name}3D`, `${name}2D`];

/** What an operator is written as: its arguments, and its directions behind it. */
export interface WholeOperator {
  readonly args: readonly (number | string)[];
  /** Those that its first arguments and the one behind its scale name, from a number on. */
  readonly axes: readonly Vector[];
  readonly free: number;
}

/**
 * An operator with all its axes and scales, of which it leaves out some: the library does not know that the others
 * follow from those that are there. Undefined for one that is whole, or has no axes at all. `free`: a number for axes.
 */
export function wholeOperator(model: Model, operator: Instance, free: number): WholeOperator | undefined {
  const flat = operator.entity.startsWith(`${name}2D`);
  const given = ['Axis1', 'Axis2', ...(flat ? [] : ['Axis3'])].map((axis) => refOf(model.get(operator, axis)));
  const scales = operator.entity.endsWith('NONUNIFORM') ? ['Scale2', ...(flat ? [] : ['Scale3'])] : [];
  const missing = given.filter((axis) => axis === null).length;
  const partly = missing > 0 && missing < given.length;
  const unscaled = scales.some((scale) => numberOf(model.get(operator, scale)) === null);
  if (!partly && !unscaled) return undefined;
  const scale = numberOf(model.get(operator, 'Scale')) ?? 1;
  const sizes = scales.map((one) => numberOf(model.get(operator, one)) ?? scale);
  const matrix = operatorMatrix(model, operator);
  const axes = ([0, 1, 2] as const).slice(0, given.length).map((axis) => {
    const along = axisOf(matrix, axis);
    return scaled(along, 1 / (Math.hypot(...along) || 1));
  });
  const [first, second, third] = axes.map((_, n) => `#${free + n}`);
  const origin = refOf(model.get(operator, 'LocalOrigin'));
  const head = [first ?? '$', second ?? '$', origin === null ? '$' : `#${origin}`, scale];
  return { args: [...head, ...(third === undefined ? [] : [third]), ...sizes], axes, free };
}
