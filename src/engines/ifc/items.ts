import { type Matrix, multiply } from '../matrix.ts';
import { mappingOf } from './curves/operator.ts';
import { type Instance, type Model, refsOf } from './step/model.ts';

const deepest = 20;
/** Where items hold others. */
const lists = [
  'Representations',
  'Items',
  'Elements',
  'OuterBoundary',
  'InnerBoundaries',
  'FirstOperand',
  'SecondOperand',
  'TreeRootExpression',
];

/** Looks at an item that stands in a shape as the matrix tells, in units of the file; true: at what it holds, too. */
export type Visit<T> = (item: Instance, matrix: Matrix, above: T) => { readonly within: T } | undefined;

/** All items of a shape or of representations, mapped ones as often as they stand there. */
export function visitItems<T>(
  model: Model,
  number: number,
  visit: Visit<T>,
  above: T,
  matrix: Matrix,
  depth = 0,
): void {
  const item = depth > deepest ? undefined : model.read(number);
  const found = item && visit(item, matrix, above);
  if (item === undefined || found === undefined) return;
  const below = (numbers: readonly number[], placed: Matrix) => {
    for (const one of numbers) visitItems(model, one, visit, found.within, placed, depth + 1);
  };
  if (item.entity === 'IFCMAPPEDITEM') {
    const [source] = refsOf(model.get(item, 'MappingSource'));
    const map = source === undefined ? undefined : model.read(source, item);
    below(
      map === undefined ? [] : refsOf(model.get(map, 'MappedRepresentation')),
      multiply(matrix, mappingOf(model, item)),
    );
  } else
    below(
      lists.flatMap((list) => refsOf(model.get(item, list))),
      matrix,
    );
}
