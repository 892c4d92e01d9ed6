import { type Model, refsOf } from '../step/model.ts';

/** More shapes than a whole model has elements; mapped items that hold mapped items reach it with few lines. */
export const mostItems = 1_000_000;

/** Operations of one shape: the library takes longer for each than for the one before. */
export const mostOperations = 20_000;

const operations = ['IFCBOOLEANRESULT', 'IFCBOOLEANCLIPPINGRESULT', 'IFCCSGSOLID'];

/**
 * How many items a representation has when all its mapped items are put in, and how many operands its largest boolean
 * result has when all of theirs are; each line is looked at once.
 */
export function itemCounter(model: Model): (representation: number | null) => ItemCount {
  const known = new Map<number, ItemCount>();
  const operands = operandCounter(model);
  const sum = (numbers: readonly number[]): ItemCount =>
    numbers.map(count).reduce(
      (total, one) => ({
        items: total.items + one.items,
        operands: Math.max(total.operands, one.operands),
      }),
      nothing,
    );
  const inside = (number: number): ItemCount => {
    const instance = model.read(number);
    if (instance === undefined) return nothing;
    const of = (attribute: string) => refsOf(model.get(instance, attribute));
    if (instance.entity === 'IFCMAPPEDITEM') return sum(of('MappingSource'));
    if (instance.entity === 'IFCREPRESENTATIONMAP') return sum(of('MappedRepresentation'));
    return sum([...of('Representations'), ...of('Items')]);
  };
  function count(number: number): ItemCount {
    const found = known.get(number);
    if (found !== undefined) return found;
    const entity = model.entityOf(number) ?? '';
    const holds =
      ['IFCMAPPEDITEM', 'IFCREPRESENTATIONMAP'].includes(entity) ||
      model.schema.is(entity, 'IFCREPRESENTATION') ||
      model.schema.is(entity, 'IFCPRODUCTREPRESENTATION');
    known.set(number, nothing); // what holds itself ends here
    const items = holds ? inside(number) : { items: 1, operands: operations.includes(entity) ? operands(number) : 0 };
    known.set(number, items);
    return items;
  }
  return (representation) => (representation === null ? nothing : count(representation));
}

const nothing: ItemCount = { items: 0, operands: 0 };

export interface ItemCount {
  readonly items: number;
  readonly operands: number;
}

function operandsOf(model: Model, number: number): readonly number[] {
  const instance = operations.includes(model.entityOf(number) ?? '') ? model.read(number) : undefined;
  if (instance === undefined) return [];
  return ['FirstOperand', 'SecondOperand', 'TreeRootExpression'].flatMap((name) => refsOf(model.get(instance, name)));
}

/** Without calling itself: operations may be nested deeper than the stack. */
function operandCounter(model: Model): (number: number) => number {
  const known = new Map<number, number>();
  return (wanted) => {
    const waiting = [wanted];
    for (let number = waiting.at(-1); number !== undefined; number = waiting.at(-1)) {
      const parts = operandsOf(model, number);
      const open = parts.filter((part) => !known.has(part));
      if (known.has(number) || open.length === 0) {
        waiting.pop();
        known.set(number, parts.length === 0 ? 1 : parts.reduce((total, part) => total + (known.get(part) ?? 0), 0));
      } else {
        known.set(number, 0); // what holds itself ends here
        for (const part of open) waiting.push(part);
      }
    }
    return known.get(wanted) ?? 0;
  };
}
