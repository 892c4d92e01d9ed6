import type { RawInput } from '../../api/http/endpoint.ts';
import type { Detail } from '../../api/http/problem.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import { parseInstant } from '../../std/instant.ts';
import { invalidProperty, invalidQuery } from './errors.ts';
import { parseExtent, parseOrder, parseRange, rangeNames } from './list/rules.ts';
import { typeNamed } from './types.ts';

/** Codes and words of this API. */
export function describeIssue(issue: Issue, where: 'path' | 'query' | 'body' | 'header'): Partial<Detail> | undefined {
  const { target, rule, value } = issue;
  if (where === 'path') return { code: 'InvalidValue', message: `The value '${value}' is not valid.` };
  if (where === 'query') {
    if (target === '$top') return { message: 'The field Top must be between 1 and 1000.' };
    return { message: `The value '${value}' is not valid.` };
  }
  if (where === 'body' && rule === 'missing') return { message: 'Invalid parameter.' };
  if (where === 'body' && rule !== 'json') return invalidProperty(target);
  return undefined;
}

type Body = {
  readonly type?: unknown;
  readonly acquisition?: { readonly startDateTime?: unknown; readonly endDateTime?: unknown } | null;
  readonly extent?: { readonly southWest?: { latitude?: unknown }; readonly northEast?: { latitude?: unknown } } | null;
};

/** What no schema says of a body. */
export function checkBody({ body }: RawInput): Detail[] {
  if (typeof body !== 'object' || body === null) return [];
  const { type, acquisition, extent } = body as Body;
  const faults: Detail[] = [];
  if (typeof type === 'string' && type !== '' && typeNamed(type) === undefined) faults.push(invalidProperty('type'));
  const [start, end] = [timeOf(acquisition?.startDateTime), timeOf(acquisition?.endDateTime)];
  if (start !== undefined && end !== undefined && end < start) {
    faults.push(invalidProperty('acquisition.endDateTime', 'EndDateTime is before startDateTime.'));
  }
  const [south, north] = [extent?.southWest?.latitude, extent?.northEast?.latitude];
  if (typeof south === 'number' && typeof north === 'number' && north < south) {
    faults.push(invalidProperty('extent', 'The north east of an extent lies south of its south west.'));
  }
  return faults;
}

const timeOf = (value: unknown): number | undefined => (typeof value === 'string' ? parseInstant(value) : undefined);

/** What no schema says of the query of a list. */
export function checkList({ query }: RawInput): Detail[] {
  const { $orderBy, extent, types } = query;
  const faults: Detail[] = [];
  if (typeof $orderBy === 'string' && parseOrder($orderBy) === undefined)
    faults.push(invalidQuery('$orderBy', $orderBy));
  const unknown = Array.isArray(types) ? types.find((type) => typeNamed(String(type)) === undefined) : undefined;
  if (unknown !== undefined) faults.push(invalidQuery('types', unknown));
  if (typeof extent === 'string' && parseExtent(extent) === undefined) faults.push(invalidQuery('extent', extent));
  for (const name of rangeNames) {
    const value = query[name];
    if (typeof value === 'string' && parseRange(value) === undefined) faults.push(invalidQuery(name, value));
  }
  return faults;
}
