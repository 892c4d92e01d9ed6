import type { TypeList, TypeSummary } from '../../snapshot/types.ts';
import { type Model, refsOf, textOf } from '../step/model.ts';
import type { Relations } from './relations.ts';
import { setReader } from './sets.ts';

/** Types that are listed; the others are counted. */
const mostListed = 1000;
/** Types without elements whose values are listed: those of the others are seen at their elements. */
const mostDescribed = 200;

/** The types that a file holds, with and without elements, and its property sets: all that a library of a maker has. */
export function typesOf(model: Model, { types }: Relations): TypeList {
  const counts = new Map<number, number>();
  for (const [type] of types.values()) if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
  const sets = setReader(model);
  const numbers = model.all('IFCTYPEOBJECT');
  let described = 0;
  const listed = numbers.slice(0, mostListed).flatMap((number): TypeSummary[] => {
    const type = model.read(number);
    if (type === undefined) return [];
    const elementCount = counts.get(number) ?? 0;
    const own = elementCount === 0 && described++ < mostDescribed ? sets.named(sets.ofType(number), 'type') : [];
    const summary: TypeSummary = {
      globalId: textOf(type.values[0]) ?? '',
      class: model.schema.spelling(type.entity) ?? type.entity,
      name: textOf(type.values[2]),
      elementCount,
      hasShape: refsOf(model.get(type, 'RepresentationMaps')).length > 0,
      propertySets: own,
    };
    return [summary];
  });
  return { count: numbers.length, propertySetCount: model.all('IFCPROPERTYSETDEFINITION').length, listed };
}
