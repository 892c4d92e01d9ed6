import { firstIdOf, timeOfId } from '../../../std/time-id.ts';
import type { EntryFilter, EntryScope } from '../entry.ts';
import { hourOf, type Value } from './rows.ts';
import type { Asked } from './store.ts';

/** A condition in SQL with `?` for its values. It may stand beside others with `AND`. */
export interface Where {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The entries of one column's value or values: asked for by its index. */
export interface Sieve extends Where {
  readonly column: string;
}

/** One reason why somebody sees entries, and what holds for each of them. A sieve of `filters` may be more selective. */
export interface Branch {
  readonly scope: Sieve;
  readonly filters: readonly Sieve[];
  readonly rest: Where;
}

const isIn = (column: string, values: readonly string[]): Sieve => ({
  column,
  sql: `${column} IN (${values.map(() => '?').join(', ')})`,
  values,
});

/** Filters by what a limited entry does not show. */
const hidden = ['userId', 'twinId', 'path', 'jobId'] as const satisfies readonly (keyof EntryFilter)[];

/**
 * The reasons why somebody sees entries that a filter wants, each an index's; an entry may have several. What somebody
 * sees only as a limited one is not found by what it hides.
 */
export function branchesOf({ filter, scope, ...place }: Asked): Branch[] {
  const asksHidden = hidden.some((name) => filter[name] !== undefined);
  const common = { filters: sievesOf(filter), rest: restOf(filter, place) };
  return scopesOf(scope, asksHidden).map((one) => ({ scope: one, ...common }));
}

function scopesOf({ userId, organizationId, clientIds }: EntryScope, wholeOnly: boolean): Sieve[] {
  const whole = [isIn('user_id', [userId])];
  if (organizationId !== null) whole.push(isIn('user_organization', [organizationId]));
  if (wholeOnly) return whole;
  if (organizationId !== null) whole.push(isIn('client_organization', [organizationId]));
  if (clientIds.length > 0) whole.push(isIn('client_id', clientIds));
  return whole;
}

const indexed = {
  requestId: 'id',
  correlationId: 'correlation_id',
  twinId: 'twin_id',
  code: 'code',
  userId: 'user_id',
  clientId: 'client_id',
  operationId: 'operation_id',
} as const satisfies Partial<Record<keyof EntryFilter, string>>;
const plain = { api: 'api', method: 'method', mode: 'mode' } as const;

function sievesOf(filter: EntryFilter): Sieve[] {
  return Object.entries(indexed).flatMap(([name, column]) => {
    const values = filter[name as keyof typeof indexed];
    return values === undefined ? [] : [isIn(column, values)];
  });
}

function restOf(filter: EntryFilter, { before, upTo, after }: Omit<Asked, 'filter' | 'scope'>): Where {
  const all: Where[] = Object.entries(plain).flatMap(([name, column]) => {
    const values = filter[name as keyof typeof plain];
    return values === undefined ? [] : [isIn(column, values)];
  });
  const add = (sql: string, ...values: Value[]) => void all.push({ sql, values });
  if (filter.from !== undefined) add('id >= ?', firstIdOf(filter.from));
  if (filter.to !== undefined) add('id < ?', firstIdOf(filter.to));
  if (before !== undefined) add('id < ?', before);
  if (upTo !== undefined) add('sequence <= ?', upTo);
  if (after !== undefined) add('sequence > ?', after);
  if (filter.minMs !== undefined) add('ms >= ?', filter.minMs);
  if (filter.path !== undefined) add("lower(path) LIKE ? ESCAPE '!'", like(filter.path));
  if (filter.status !== undefined) all.push(anyOf(filter.status.map(statusIs)));
  if (filter.jobId !== undefined) all.push(anyOf(filter.jobId.map(hasJob)));
  if (filter.fault === true) add('1 = 0'); // no rule of faults can be made yet
  return allOf(all);
}

const like = (text: string): string => `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`;

function statusIs(text: string): Where {
  if (text === 'none') return { sql: 'status IS NULL', values: [] };
  if (!text.endsWith('xx')) return { sql: 'status = ?', values: [Number(text)] };
  const hundred = Number(text[0]) * 100;
  return { sql: '(status >= ? AND status < ?)', values: [hundred, hundred + 100] };
}

const hasJob = (jobId: string): Where => ({
  sql: "(jobs IS NOT NULL AND jobs LIKE ? ESCAPE '!')",
  values: [like(`"${jobId}"`)],
});

/** The part of an SQL text behind `WHERE`. */
export const allOf = (parts: readonly Where[]): Where => joined(parts, ' AND ', '1 = 1');
export const anyOf = (parts: readonly Where[]): Where => joined(parts, ' OR ', '1 = 0');

function joined(parts: readonly Where[], by: string, absent: string): Where {
  if (parts.length === 0) return { sql: absent, values: [] };
  return { sql: `(${parts.map(({ sql }) => sql).join(by)})`, values: parts.flatMap(({ values }) => values) };
}

/** The first and the last hour that may hold what is asked for, in hours since 1970. */
export function hoursOf({ filter, before }: Asked): readonly [first: number, last: number] {
  const times = filter.requestId?.map(timeOfId);
  const froms = [filter.from ?? 0, ...(times ? [Math.min(...times)] : [])];
  const tos = [filter.to, before === undefined ? undefined : timeOfId(before), times && Math.max(...times)];
  const last = Math.min(...tos.map((one) => one ?? Number.POSITIVE_INFINITY));
  return [hourOf(Math.max(...froms)), last === Number.POSITIVE_INFINITY ? last : hourOf(last)];
}

/** Everything that holds for the entries of a branch. */
export const wholeOf = ({ scope, filters, rest }: Branch): Where => allOf([scope, ...filters, rest]);

/** Not what an earlier branch has as well. */
export const withoutEarlier = (branches: readonly Branch[], at: number): Where =>
  allOf(branches.slice(0, at).map(({ scope: { sql, values } }) => ({ sql: `(${sql}) IS NOT TRUE`, values })));

/** Of any of the branches, which have their filters in common. */
export function anyBranch(branches: readonly Branch[]): Where {
  const [first] = branches;
  if (first === undefined) return anyOf([]);
  return allOf([anyOf(branches.map(({ scope }) => scope)), ...first.filters, first.rest]);
}
