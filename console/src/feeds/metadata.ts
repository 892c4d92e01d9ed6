import { type Column, columnTypes, type FeedSet, titleOf } from './columns.ts';

const named = (of: Element | Document, tag: string): readonly Element[] => [...of.getElementsByTagName(tag)];
const nameOf = (element: Element): string => element.getAttribute('Name') ?? '';

/** The sets that a feed describes in its `$metadata`, with their columns. */
export function setsIn(xml: string): readonly FeedSet[] {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const entityTypes = new Map(named(document, 'EntityType').map((one) => [nameOf(one), one]));
  return named(document, 'EntitySet').flatMap((set) => {
    const entityType = entityTypes.get(set.getAttribute('EntityType')?.split('.').at(-1) ?? '');
    if (entityType === undefined) return [];
    const columns = named(entityType, 'Property').map(columnOf);
    return [{ name: nameOf(set), columns, key: named(entityType, 'PropertyRef').map(nameOf) }];
  });
}

function columnOf(property: Element): Column {
  const name = nameOf(property);
  const type = columnTypes.find((one) => one === property.getAttribute('Type')) ?? 'Edm.String';
  const described = named(property, 'Annotation').find((one) => one.getAttribute('Term') === 'Core.Description');
  return { name, type, ...titleOf(name, described?.getAttribute('String') ?? null) };
}
