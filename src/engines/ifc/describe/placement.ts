import { cross, dot, frame, identity, type Matrix, multiply, unit, type Vector } from '../../matrix.ts';
import { failures } from '../failures.ts';
import { follow, type Instance, type Model, numbersOf, refOf } from '../step/model.ts';

/** Absolute placements in metres; null for one that is not there or of a kind that cannot be read (a grid, a curve). */
export type Placements = (placement: number | null) => Matrix | null;

export function placementsOf(model: Model, metresPerUnit: number): Placements {
  const known = new Map<number, Matrix | null>();
  return (placement) => {
    if (placement === null) return null;
    const { chain, above } = unknownAbove(model, placement, known);
    let matrix: Matrix | null = above === null ? identity : (known.get(above) ?? null);
    for (const instance of chain.reverse()) {
      const own = relativeOf(model, instance, metresPerUnit);
      if (own === null) tellUnreadable(model, instance);
      matrix = matrix === null || own === null ? null : multiply(matrix, own);
      known.set(instance.number, matrix);
    }
    return matrix;
  };
}

/** Upwards to a placement that is known: the chain may be longer than the stack. */
function unknownAbove(model: Model, placement: number, known: Map<number, Matrix | null>) {
  const chain: Instance[] = [];
  const seen = new Set<number>();
  let above: number | null = placement;
  while (above !== null && !known.has(above)) {
    if (seen.has(above)) throw failures.cyclicPlacement(above, model.issues.lineOf(above) ?? 1);
    seen.add(above);
    const instance: Instance | undefined = model.read(above);
    if (instance === undefined) {
      known.set(above, null);
      break;
    }
    chain.push(instance);
    above = refOf(model.get(instance, 'PlacementRelTo'));
  }
  return { chain, above };
}

function tellUnreadable(model: Model, { number, entity }: Instance): void {
  const kind = model.schema.spelling(entity) ?? entity;
  model.issues.add(`The placement #${number} (${kind}) cannot be read; what it places has no placement.`, { number });
}

/** Of a grid or linear placement the Cartesian position that the file may give beside it. */
function relativeOf(model: Model, placement: Instance, metresPerUnit: number): Matrix | null {
  const local = placement.entity === 'IFCLOCALPLACEMENT';
  const axes = follow(model, placement, local ? 'RelativePlacement' : 'CartesianPosition');
  return axes === undefined ? null : axesMatrix(model, axes, metresPerUnit);
}

/** IfcAxis2Placement2D or 3D. */
export function axesMatrix(model: Model, axes: Instance, metresPerUnit: number): Matrix | null {
  const point = follow(model, axes, 'Location');
  if (point === undefined || point.entity !== 'IFCCARTESIANPOINT') return null;
  const place = vectorOf(numbersOf(point.values[0]).map((value) => value * metresPerUnit));
  const z = directionOf(model, axes, 'Axis') ?? [0, 0, 1];
  const wanted = directionOf(model, axes, 'RefDirection') ?? [1, 0, 0];
  const aside: Vector = Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const x = unit(without(wanted, z)) ?? unit(without(aside, z)) ?? [1, 0, 0];
  return frame(x, cross(z, x), z, place);
}

const without = (v: Vector, z: Vector): Vector => {
  const along = dot(v, z);
  return [v[0] - along * z[0], v[1] - along * z[1], v[2] - along * z[2]];
};

function directionOf(model: Model, axes: Instance, attribute: string): Vector | undefined {
  const direction = follow(model, axes, attribute);
  return direction === undefined ? undefined : unit(vectorOf(numbersOf(direction.values[0])));
}

const vectorOf = ([x = 0, y = 0, z = 0]: readonly number[]): Vector => [x, y, z];
