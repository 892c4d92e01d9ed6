import { axisOf, unit, type Vector } from '../../matrix.ts';
import { areParallel, turned, vectorOf } from '../curves/axes.ts';
import { type Model, numbersOf, refOf } from '../step/model.ts';

/** The axes that count instead of those of a placement that tell no frame. */
export interface Degenerate {
  /** `Axis` and `RefDirection`, or the latter alone on a plane; of length 1. */
  readonly axes: readonly Vector[];
  /** For people. */
  readonly what: 'are parallel' | 'have no length';
}

/**
 * The placements whose axes are parallel or have no length, by their number. What an axis fails to tell is as if the
 * file left it out. Each direction is read once: thousands of placements name the same few.
 */
export function degenerateAxes(model: Model): ReadonlyMap<number, Degenerate> {
  const directions = new Map<number, Vector | null>();
  const directionOf = (number: number | null): Vector | null | undefined => {
    if (number === null) return undefined;
    const known = directions.get(number);
    if (known !== undefined) return known;
    const direction = model.entityOf(number) === 'IFCDIRECTION' ? model.read(number) : undefined;
    const found = direction === undefined ? null : lengthened(numbersOf(direction.values[0]));
    directions.set(number, found);
    return found;
  };
  const found = new Map<number, Degenerate>();
  for (const number of [...model.all('IFCAXIS2PLACEMENT3D'), ...model.all('IFCAXIS2PLACEMENT2D')]) {
    const placement = model.read(number);
    if (placement === undefined) continue;
    const isFlat = placement.entity === 'IFCAXIS2PLACEMENT2D';
    const axis = isFlat ? undefined : directionOf(refOf(model.get(placement, 'Axis')));
    const reference = directionOf(refOf(model.get(placement, 'RefDirection')));
    const areOne = axis && reference && areParallel(axis, reference);
    if (axis !== null && reference !== null && !areOne) continue;
    const m = turned(axis ?? undefined, areOne ? undefined : (reference ?? undefined), [0, 0, 0]);
    const axes = isFlat ? [axisOf(m, 0)] : [axisOf(m, 2), axisOf(m, 0)];
    found.set(number, { axes, what: areOne ? 'are parallel' : 'have no length' });
  }
  return found;
}

/** A file may hold thousands of them: one line for each kind. */
export function tellDegenerate(model: Model, all: ReadonlyMap<number, Degenerate>): void {
  for (const what of ['are parallel', 'have no length'] as const) {
    const numbers = [...all].flatMap(([number, one]) => (one.what === what ? [number] : []));
    const [number] = numbers;
    if (number === undefined) continue;
    const which =
      numbers.length === 1 ? `the placement #${number}` : `${numbers.length} placements, first of #${number},`;
    model.issues.add(`Axes of ${which} ${what}; they count as if the file left them out.`, { number });
  }
}

/** Of length 1; null for one that has none. */
const lengthened = (ratios: readonly number[]): Vector | null => unit(vectorOf(ratios)) ?? null;
