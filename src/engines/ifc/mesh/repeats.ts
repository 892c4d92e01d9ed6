import { type Model, refsOf } from '../step/model.ts';

/** More shapes than a whole model has elements; mapped items that hold mapped items reach it with few lines. */
export const mostItems = 1_000_000;

/** How many items a representation has when all its mapped items are put in; each line is looked at once. */
export function itemCounter(model: Model): (representation: number | null) => number {
  const known = new Map<number, number>();
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + count(number), 0);
  const inside = (number: number): number => {
    const instance = model.read(number);
    if (instance === undefined) return 0;
    const of = (attribute: string) => refsOf(model.get(instance, attribute));
    if (instance.entity === 'IFCMAPPEDITEM') return sum(of('MappingSource'));
    if (instance.entity === 'IFCREPRESENTATIONMAP') return sum(of('MappedRepresentation'));
    return sum([...of('Representations'), ...of('Items')]);
  };
  const count = (number: number): number => {
    const found = known.get(number);
    if (found !== undefined) return found;
    const entity = model.entityOf(number) ?? '';
    const holds =
      ['IFCMAPPEDITEM', 'IFCREPRESENTATIONMAP'].includes(entity) ||
      model.schema.is(entity, 'IFCREPRESENTATION') ||
      model.schema.is(entity, 'IFCPRODUCTREPRESENTATION');
    known.set(number, 0); // what holds itself ends here
    const items = holds ? inside(number) : 1;
    known.set(number, items);
    return items;
  };
  return (representation) => (representation === null ? 0 : count(representation));
}
