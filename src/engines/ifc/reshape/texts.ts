import { axisOf, type Vector } from '../../matrix.ts';
import type { Relative } from '../describe/placement.ts';
import { type Instance, refOf } from '../step/model.ts';
import type { Faces } from './faces.ts';
import type { WholeOperator } from './operators.ts';

/*
 * The arguments of instances, and after them further instances from a free number on. The end of the last one is that of
 * the instance that they are written into.
 */

/** A face set, and the list of its points. */
export function faceSet({ points, triangles }: Faces, list: number): string {
  const places = points.map((point) => `(${point.map(real).join()})`);
  const corners = triangles.map((triangle) => `(${triangle.map((corner) => corner + 1)})`);
  return `#${list},$,.T.,(${corners}),$);\n#${list}=IFCCARTESIANPOINTLIST3D((${places})`;
}

/** A local placement, and its axes: 4 instances. */
export function localPlacement({ above, matrix }: Relative, free: number): string {
  const triple = (column: 0 | 2 | 3) =>
    axisOf(matrix ?? [], column)
      .map(real)
      .join();
  return `${above === null ? '$' : `#${above}`},#${free});
#${free}=IFCAXIS2PLACEMENT3D(#${free + 1},#${free + 2},#${free + 3});
#${free + 1}=IFCCARTESIANPOINT((${triple(3)}));
#${free + 2}=IFCDIRECTION((${triple(2)}));
#${free + 3}=IFCDIRECTION((${triple(0)})`;
}

/** A polyline, and its points. */
export function polyline(points: readonly (readonly number[])[], free: number): string {
  const places = points.map((point, n) => `#${free + n}=IFCCARTESIANPOINT((${point.map(real).join()})`);
  return [`(${points.map((_, n) => `#${free + n}`).join()})`, ...places].join(');\n');
}

/** Axes of a plane (one) or of space (two), and their directions. */
export function axesPlacement({ values: [location] }: Instance, axes: readonly Vector[], free: number): string {
  const place = refOf(location);
  const names = axes.map((_, n) => `#${free + n}`).join();
  const own = `${place === null ? '$' : `#${place}`},${names}`;
  return [own, ...directions(axes, axes.length === 1 ? 2 : 3, free)].join(');\n');
}

/** An operator, and its axes. */
export function operatorText({ args, axes, free }: WholeOperator, { entity }: Instance): string {
  const own = args.map((arg) => (typeof arg === 'number' ? real(arg) : arg)).join();
  return [own, ...directions(axes, entity.includes('2D') ? 2 : 3, free)].join(');\n');
}

const directions = (axes: readonly Vector[], width: number, free: number): string[] =>
  axes.map((axis, n) => `#${free + n}=IFCDIRECTION((${axis.slice(0, width).map(real).join()})`);

/** A number as STEP writes it, without an exponent, which the library does not always read. */
export const real = (value: number): string => value.toFixed(12).replace(/0+$/, '');
