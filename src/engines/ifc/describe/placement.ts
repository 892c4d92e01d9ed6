import { identity, type Matrix, multiply } from '../../matrix.ts';
import type { PathReader } from '../curves/alignment.ts';
import { axesMatrix } from '../curves/axes.ts';
import { failures } from '../failures.ts';
import { follow, type Instance, type Model, refOf, refsOf } from '../step/model.ts';
import { gridsOf } from './grid.ts';

/** Absolute placements in metres; null for one that is not there or that cannot be read. */
export type Placements = (placement: number | null) => Matrix | null;

/** How a placement stands, from the one above it on, in the units of the file; null where that cannot be told. */
export interface Relative {
  readonly above: number | null;
  readonly matrix: Matrix | null;
}

/** Reads placements by axes, by the axes of a grid, and along curves. */
export function relativePlacements(model: Model, paths: PathReader): (placement: Instance) => Relative {
  const grids = gridsOf(model, paths.curves);
  return (placement) => {
    const above = refOf(model.get(placement, 'PlacementRelTo'));
    switch (placement.entity) {
      case 'IFCGRIDPLACEMENT': {
        const location = follow(model, placement, 'PlacementLocation');
        const [axis] = location === undefined ? [] : refsOf(model.get(location, 'IntersectingAxes'));
        return {
          above: above ?? (axis === undefined ? null : grids.placementOf(axis)),
          matrix: grids.frameOf(placement),
        };
      }
      case 'IFCLINEARPLACEMENT': {
        // what the file says itself of the place counts
        const axes = follow(model, placement, 'CartesianPosition');
        const linear = axes === undefined ? follow(model, placement, 'RelativePlacement') : undefined;
        const found =
          axes === undefined
            ? linear && paths.frameOf(linear, () => paths.layouts.pathOfPlacement(placement))
            : axesMatrix(model, axes, 1);
        return { above, matrix: found ?? null };
      }
      default:
        return { above, matrix: ownAxes(model, placement) };
    }
  };
}

/** Left out, they are those of the placement above. */
function ownAxes(model: Model, placement: Instance): Matrix | null {
  if (model.get(placement, 'RelativePlacement') === null) return identity;
  const axes = follow(model, placement, 'RelativePlacement');
  return axes === undefined ? null : axesMatrix(model, axes, 1);
}

export function placementsOf(
  model: Model,
  relativeTo: (placement: Instance) => Relative,
  metresPerUnit: number,
): Placements {
  const known = new Map<number, Matrix | null>();
  return (placement) => {
    if (placement === null) return null;
    const { chain, above } = unknownAbove(model, placement, known, relativeTo);
    let matrix: Matrix | null = above === null ? identity : (known.get(above) ?? null);
    for (const { instance, own } of chain.reverse()) {
      if (own === null) tellUnreadable(model, instance);
      matrix = matrix === null || own === null ? null : multiply(matrix, inMetres(own, metresPerUnit));
      known.set(instance.number, matrix);
    }
    return matrix;
  };
}

const inMetres = (matrix: Matrix, metresPerUnit: number): Matrix =>
  matrix.map((value, n) => (n % 4 === 3 && n < 12 ? value * metresPerUnit : value));

/** Upwards to a placement that is known: the chain may be longer than the stack. */
function unknownAbove(
  model: Model,
  placement: number,
  known: Map<number, Matrix | null>,
  relativeTo: (placement: Instance) => Relative,
) {
  const chain: { readonly instance: Instance; readonly own: Matrix | null }[] = [];
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
    const relative = relativeTo(instance);
    chain.push({ instance, own: relative.matrix });
    above = relative.above;
  }
  return { chain, above };
}

function tellUnreadable(model: Model, { number, entity }: Instance): void {
  const kind = model.schema.spelling(entity) ?? entity;
  model.issues.add(`The placement #${number} (${kind}) cannot be read; what it places has no placement.`, { number });
}
