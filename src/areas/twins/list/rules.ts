import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { statuses, subClasses } from '../../../api/ports/twin-shape.ts';
import { isFilterFault, parseFilter } from '../../../api/query/filter-parser.ts';
import { filterSql, propertiesIn } from '../../../api/query/filter-sql.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { fullProperties } from '../twin/schema.ts';
import { parseOrder } from './order.ts';
import { filterProperties } from './properties.ts';

/** The Twins API's words for an issue of a list's parameters. */
export function describeList(issue: Issue): Partial<Detail> | undefined {
  const { target } = issue;
  const told: Record<string, string> = {
    $top: 'The $top query option must be a positive integer that does not exceed 1000.',
    $skip: 'The $skip query option must be a non-negative integer.',
    'X-Max-Return': 'X-Max-Return value is incorrect. Must be less than 10000.',
  };
  const message = told[target];
  if (message === undefined) {
    return target === 'parentId' || target === 'twinAccountId' ? { code: 'InvalidValue' } : undefined;
  }
  return { message, ...(target.startsWith('$') ? { code: 'InvalidValue' } : {}) };
}

const detail = (code: string, target: string, message: string): Detail => ({ code, message, target });

const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Enum values of queries are compared without case. */
export const findEnum = <V extends string>(values: readonly V[], given: string): V | undefined =>
  values.find((value) => value.toLowerCase() === given.trim().toLowerCase());

/** Faults of the parameters that all three lists share. */
export function checkCommon({ query }: RawInput): Detail[] {
  const found: Detail[] = [];
  if (query.$search !== undefined && (query.displayName !== undefined || query.number !== undefined)) {
    found.push(
      detail('InvalidParameter', '$search', '$search cannot be used in conjuction with displayName or number.'),
    );
  }
  if (asList(query.subClass).some((one) => findEnum(subClasses, one) === undefined)) {
    found.push(detail('InvalidValue', 'subClass', 'A valid twin SubClass was not specified in the query.'));
  }
  if (typeof query.status === 'string' && findEnum(statuses, query.status) === undefined) {
    const message = 'Status value is incorrect. Valid values are Active, Inactive and Trial.';
    found.push(detail('InvalidValue', 'status', message));
  }
  if (query.status !== undefined && query.includeInactive !== undefined) {
    const message = 'The includeInactive parameter should not be used at the same time as the status parameter.';
    found.push(detail('InvalidParameter', 'includeInactive', message));
  }
  return found;
}

export const checkTwinsQuery = (raw: RawInput): Detail[] => [
  ...checkCommon(raw),
  ...checkSelect(asList(raw.query.$select)),
  ...checkFilter(raw),
  ...checkOrder(raw.query.$orderby),
  ...checkScope(raw.headers['X-Twin-Query-Scope']),
];

export function checkSelect(names: readonly string[]): Detail[] {
  return names
    .filter((name) => findEnum(fullProperties, name) === undefined)
    .map((name) => detail('InvalidValue', '$select', `The $select string contains an unknown property '${name}'.`));
}

function checkFilter({ query }: RawInput): Detail[] {
  if (typeof query.$filter !== 'string') return [];
  const others = ['status', 'type', 'number', 'displayName', 'parentId', 'twinAccountId', '$search'].filter(
    (name) => query[name] !== undefined,
  );
  const found = others.map((name) =>
    detail('InvalidParameter', '$filter', `$filter cannot be used in conjunction with ${name}.`),
  );
  const faults = filterFaults(query.$filter);
  if (faults.length === 0 && query.includeInactive !== undefined && namesStatus(query.$filter)) {
    found.push(detail('InvalidParameter', '$filter', '$filter cannot be used in conjunction with includeInactive.'));
  }
  return [...found, ...faults];
}

export function namesStatus(text: string): boolean {
  const filter = parseFilter(text);
  return !isFilterFault(filter) && propertiesIn(filter).includes('status');
}

/** What is wrong with a $filter text by itself. */
export function filterFaults(text: string): Detail[] {
  const filter = parseFilter(text);
  if (isFilterFault(filter)) {
    const message = filter.fault === 'syntax' ? syntaxError(text, filter.position) : unsupported;
    return [detail('InvalidParameter', '$filter', message)];
  }
  const condition = filterSql(filter, filterProperties);
  if (condition === 'unknownProperty') {
    return [detail('InvalidValue', '$filter', 'The $filter contains an invalid property.')];
  }
  return condition === 'unsupported' ? [detail('InvalidParameter', '$filter', unsupported)] : [];
}

const unsupported = '$filter contains an invalid or unsupported statement.';

const syntaxError = (text: string, position: number): string => `Syntax error at position ${position} in '${text}'.`;

/** The message of a refusal: a filter that does not parse is told there as well. */
export function messageOf(details: readonly Detail[]): string | undefined {
  return details.find((one) => one.message.startsWith('Syntax error at position'))?.message;
}

function checkOrder(text: unknown): Detail[] {
  if (typeof text !== 'string') return [];
  const order = parseOrder(text);
  if (!('wrong' in order)) return [];
  return [detail('InvalidValue', '$orderby', `'${order.wrong}' is not a supported orderBy value.`)];
}

export const scopes = ['MemberOftwin', 'OrganizationAdmin', 'all'] as const;

function checkScope(given: unknown): Detail[] {
  if (typeof given !== 'string' || findEnum(scopes, given) !== undefined) return [];
  const target = 'X-Twin-Query-Scope';
  return [detail('InvalidHeaderValue', target, 'X-Twin-Query-Scope contains an invalid value.')];
}
