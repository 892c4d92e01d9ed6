import {
  axisOf,
  cross,
  dot,
  frame,
  identity,
  type Matrix,
  multiply,
  scaled,
  transpose,
  unit,
  type Vector,
} from '../../matrix.ts';
import { follow, type Instance, type Model, numberOf } from '../step/model.ts';
import { axesMatrix, directionOf, pointOf, without } from './axes.ts';

/** How IfcMappedItem places what it maps, in the units of the file. */
export function mappingOf(model: Model, item: Instance): Matrix {
  const source = follow(model, item, 'MappingSource');
  const target = follow(model, item, 'MappingTarget');
  const origin = source && follow(model, source, 'MappingOrigin');
  const axes = origin === undefined ? null : axesMatrix(model, origin, 1);
  const operator = target === undefined ? identity : operatorMatrix(model, target);
  return axes === null ? operator : multiply(operator, backwards(axes));
}

/** IfcCartesianTransformationOperator2D or 3D; what it leaves out is as the standard says. */
export function operatorMatrix(model: Model, operator: Instance): Matrix {
  const flat = operator.entity.startsWith('IFCCARTESIANTRANSFORMATIONOPERATOR2D');
  const of = (name: string) => numberOf(model.get(operator, name));
  const z = (flat ? undefined : directionOf(model, operator, 'Axis3')) ?? [0, 0, 1];
  const aside: Vector = Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const wanted = directionOf(model, operator, 'Axis2');
  const across: Vector = flat && wanted !== undefined ? [wanted[1], -wanted[0], 0] : aside;
  const x = unit(without(directionOf(model, operator, 'Axis1') ?? across, z)) ?? unit(without(aside, z)) ?? [1, 0, 0];
  const side = wanted !== undefined && dot(wanted, cross(z, x)) < 0 ? -1 : 1;
  const scale = of('Scale') ?? 1;
  return frame(
    scaled(x, scale),
    scaled(cross(z, x), side * (of('Scale2') ?? scale)),
    scaled(z, of('Scale3') ?? scale),
    pointOf(model, operator, 'LocalOrigin') ?? [0, 0, 0],
  );
}

/** Of axes that are at right angles and of length 1. */
function backwards(m: Matrix): Matrix {
  const place = axisOf(m, 3);
  const turned = transpose([...m.slice(0, 3), 0, ...m.slice(4, 7), 0, ...m.slice(8, 11), 0, 0, 0, 0, 1]);
  const at = (axis: 0 | 1 | 2) => -dot(axisOf(m, axis), place);
  return [...turned.slice(0, 3), at(0), ...turned.slice(4, 7), at(1), ...turned.slice(8, 11), at(2), 0, 0, 0, 1];
}
