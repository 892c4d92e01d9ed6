import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { filterMatcher, type Matcher, type MatchProperties } from '../../../api/query/filter-match.ts';
import { isFilterFault, parseFilter } from '../../../api/query/filter-parser.ts';
import type { ElementRow } from '../../../engines/snapshot/types.ts';
import { isMember, namesIn } from './members.ts';

const properties: MatchProperties<ElementRow> = {
  id: (row) => row.id,
  globalid: (row) => row.globalId,
  classid: (row) => row.classId,
  class: (row) => row.class,
  categoryid: (row) => row.categoryId,
  partitionid: (row) => row.partitionId,
  parentid: (row) => row.parentId,
  containerid: (row) => row.containerId,
  name: (row) => row.name,
};

/** A `$filter` as a function; its fault for people where it is not valid. */
export function elementFilter(text: string): Matcher<ElementRow> | { readonly fault: string } {
  const filter = parseFilter(text);
  if (!isFilterFault(filter)) return filterMatcher(filter, properties) ?? { fault: unknownProperty };
  return { fault: filter.fault === 'syntax' ? syntaxFault(filter.position) : unsupported };
}

const names = 'id, globalId, classId, class, categoryId, partitionId, parentId, containerId and name';
const unknownProperty = `$filter names a property that elements do not have; they have ${names}.`;
const unsupported = '$filter uses a function or operator that is not supported.';
const syntaxFault = (position: number) => `$filter is not valid: syntax error at position ${position}.`;

/** What no schema can say of the query of elements. */
export function checkElements({ query }: RawInput): Detail[] {
  const { $filter, $select } = query;
  const details: Detail[] = [];
  const filter = typeof $filter === 'string' ? elementFilter($filter) : undefined;
  if (filter !== undefined && typeof filter !== 'function') {
    details.push({ code: 'InvalidParameter', message: filter.fault, target: '$filter' });
  }
  const unknown = typeof $select === 'string' ? namesIn($select).filter((name) => !isMember(name)) : [];
  if (unknown.length > 0) {
    const message = `$select names '${unknown[0]}', which elements do not have.`;
    details.push({ code: 'InvalidParameter', message, target: '$select' });
  }
  return details;
}
