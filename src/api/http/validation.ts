import { declaredPart } from '../../kernel/schema/declared.ts';
import { cutToCount, type Issue, issuesOf, trimmed } from '../../kernel/schema/validator.ts';
import type { Context } from './context.ts';
import { type Endpoint, isRaw, type RawInput } from './endpoint.ts';
import { type Detail, moreFaults } from './problem.ts';

type Where = 'path' | 'query' | 'body' | 'header';

/**
 * The faults of a request's query, headers and body, in the order of their declaration. What no schema can say is not
 * looked at where there are more faults than are told, nor in a list beyond the items that it may have.
 */
export async function faultsOf(
  endpoint: Endpoint,
  raw: RawInput,
  target: unknown,
  context: Context,
  bodyFault: Detail | undefined,
): Promise<readonly Detail[]> {
  const found: Detail[] = [];
  if (endpoint.headers) found.push(...detailsOf(endpoint, 'header', issuesOf(endpoint.headers, raw.headers)));
  if (endpoint.query && !endpoint.access.byQuery)
    found.push(...detailsOf(endpoint, 'query', issuesOf(endpoint.query, raw.query)));
  if (bodyFault) {
    const given = endpoint.describe?.(bodyIssue, 'body');
    return toldOnce([...found, { ...bodyFault, ...given }]);
  }
  const issues = endpoint.body && !isRaw(endpoint.body) ? issuesOf(endpoint.body, raw.body) : [];
  found.push(...detailsOf(endpoint, 'body', issues));
  if (endpoint.check === undefined || issues.some(({ rule }) => rule === 'more')) {
    return toldOnce(found);
  }
  const told = new Set(found.map((detail) => detail.target));
  const hasTooMany = issues.some(({ rule }) => rule === 'maxItems');
  const body = hasTooMany && endpoint.body && !isRaw(endpoint.body) ? cutToCount(endpoint.body, raw.body) : raw.body;
  const further = await endpoint.check({ ...raw, body }, target, context);
  return toldOnce([...found, ...further.filter((detail) => !told.has(detail.target))]);
}

/** The same words about the same thing, as of many items of a list with one target, are told once. */
const toldOnce = (details: readonly Detail[]): readonly Detail[] => [
  ...new Map(details.map((detail) => [JSON.stringify(detail), detail])).values(),
];

/** Faults of what says what the request is about: told before it is looked up. */
export function addressFaultsOf(
  endpoint: Endpoint,
  params: Record<string, string>,
  query: Readonly<Record<string, unknown>>,
): Detail[] {
  const { access } = endpoint;
  return [
    ...(endpoint.params ? detailsOf(endpoint, 'path', issuesOf(endpoint.params, params)) : []),
    ...(endpoint.query && access.byQuery ? detailsOf(endpoint, 'query', issuesOf(endpoint.query, query)) : []),
  ];
}

export const trimmedBody = (endpoint: Endpoint, value: unknown): unknown =>
  endpoint.body && !isRaw(endpoint.body) ? trimmed(endpoint.body, value) : value;

/** The body as its handler sees it: nothing that the endpoint does not declare. */
export const declaredBody = (endpoint: Endpoint, value: unknown): unknown =>
  endpoint.body && !isRaw(endpoint.body) ? declaredPart(endpoint.body, value) : value;

/** What `describe` sees for a body that is no JSON object at all. */
const bodyIssue: Issue = { target: '', rule: 'json', limit: undefined, value: undefined, schema: {} };

const detailsOf = (endpoint: Endpoint, where: Where, issues: readonly Issue[]): Detail[] =>
  issues.map((issue) =>
    issue.rule === 'more' ? moreFaults : { ...usual(issue, where), ...endpoint.describe?.(issue, where) },
  );

/** The code and words of conventions.md section 4. */
function usual(issue: Issue, where: Where): Detail {
  const name = issue.target.split('.').at(-1) ?? '';
  const shown = name.charAt(0).toUpperCase() + name.slice(1);
  const detail = (code: string, message: string): Detail => ({ code, message, target: issue.target });
  if (where === 'header') return detail('InvalidHeaderValue', `${shown} value is incorrect.`);
  if (issue.rule === 'missing') {
    return where === 'query'
      ? detail('MissingRequiredParameter', 'Required parameter is missing.')
      : detail('MissingRequiredProperty', 'Required property is missing.');
  }
  if (issue.rule === 'maxLength') return detail('InvalidValue', `${shown} is over '${issue.limit}' length limit.`);
  if (issue.rule === 'maxItems') return detail('InvalidProperty', 'Collection size exceeds maximum size.');
  if (issue.rule === 'type') {
    return where === 'query'
      ? detail('InvalidParameter', `The ${issue.target} query parameter value is not of the right type.`)
      : detail('InvalidProperty', `${shown} is not of the right type.`);
  }
  return where === 'query'
    ? detail('InvalidParameter', `The ${issue.target} query parameter value is incorrect.`)
    : detail('InvalidValue', `${shown} value is incorrect.`);
}
