import type { Static } from 'typebox';
import { twinAccess } from '../api/auth/access-rules.ts';
import type { Context } from '../api/http/context.ts';
import type { RawInput } from '../api/http/endpoint.ts';
import { type Detail, type Failed, fail, isFailed, type Problem } from '../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../api/query/continuation.ts';
import { type Condition, column, condition, listOf } from '../kernel/db/condition.ts';
import type { Issue } from '../kernel/schema/validator.ts';
import { useData } from './access.ts';
import type { RealityApi } from './api.ts';
import { type JobFilter, parseJobFilter } from './filter.ts';
import { type RealityJob, wholesOf } from './job.store.ts';
import type { jobListQuery } from './shapes.ts';
import { q } from './tables.ts';

type ListQuery = Static<typeof jobListQuery>;

const usualTop = 100;

const invalidParameter = (target: string, message: string): Detail => ({ code: 'InvalidParameter', message, target });

const badFilter = invalidParameter('$filter', '$filter contains an invalid or unsupported statement.');
const badTop = invalidParameter(
  '$top',
  'The $top query parameter value must be a positive integer that does not exceed 1000.',
);
const badToken = invalidParameter('continuationToken', 'The continuationToken query parameter value is not valid.');

/** Words of these lists, for `describe` of their endpoints. */
export function describeListIssue({ target }: Pick<Issue, 'target'>): Partial<Detail> | undefined {
  return [badFilter, badTop, badToken].find((detail) => detail.target === target);
}

/** For `check` of their endpoints. */
export const checkFilter =
  (api: RealityApi) =>
  ({ query }: RawInput): readonly Detail[] =>
    typeof query.$filter === 'string' && parseJobFilter(query.$filter, api) === undefined ? [badFilter] : [];

interface Listing<I extends string, V> {
  readonly api: RealityApi;
  readonly invalid: Problem<I>;
  readonly twinNotFound: Problem;
  view(job: RealityJob): V;
}

interface Page<V> {
  readonly jobs: V[];
  readonly _links?: { readonly next: { readonly href: string } };
}

/** The caller's own jobs and those of the twins that the filter names, the newest first. Without `_links` it is the last page. */
export async function listRealityJobs<I extends string, V>(
  query: ListQuery,
  { api, invalid, twinNotFound, view }: Listing<I, V>,
  context: Context,
): Promise<Page<V> | Failed<I | 'InsufficientPermissions'>> {
  const { ports, caller, now, baseUrl, db } = context;
  const { $filter, $top: top = usualTop, continuationToken: token } = query;
  const filter = parseJobFilter($filter, api);
  if (filter === undefined) return fail(invalid, { details: [badFilter] });
  for (const twinId of filter.twins) {
    const access = await twinAccess(context, twinId, twinNotFound, useData);
    if (isFailed(access)) return access;
  }
  const binding = JSON.stringify([api.name, caller.userId, $filter, query.$top]);
  const position = token === undefined ? undefined : readContinuation(ports.secrets, binding, token, now);
  if (token !== undefined && position === undefined) return fail(invalid, { details: [badToken] });
  const [created, id] = position ?? [];
  const after = created === undefined || id === undefined ? undefined : { created: Number(created), id: String(id) };
  const visible = await visibleJobs(api, filter, context);
  let wanted = q.selectFrom('reality_jobs').selectAll().where('api', '=', api.name).where(visible).where(filter.where);
  if (after !== undefined) {
    const { created: time, id: last } = after;
    wanted = wanted.where(
      condition`${column('created')} < ${time} or (${column('created')} = ${time} and ${column('reality_jobs.id')} > ${last})`,
    );
  }
  const rows = await db.all(
    wanted
      .orderBy('created', 'desc')
      .orderBy('id')
      .limit(top + 1),
  );
  const page = rows.slice(0, top);
  const last = rows.length > top ? page.at(-1) : undefined;
  const jobs = (await wholesOf(db, page)).map(view);
  if (last === undefined) return { jobs };
  const next = writeContinuation(ports.secrets, binding, [last.created, last.id], now);
  return { jobs, _links: { next: continuationLinks(`${baseUrl}${api.path}`, query)(next) } };
}

/** Own jobs where the caller still is a member, those of workspaces without a twin, and all of the twins that are named. */
async function visibleJobs({ name }: RealityApi, { twins }: JobFilter, context: Context): Promise<Condition> {
  const { db, caller, ports } = context;
  const own = q.selectFrom('reality_jobs').select('twin_id').distinct();
  const mine = await db.all(own.where('owner_id', '=', caller.userId).where('api', '=', name));
  const seen: string[] = [];
  for (const { twin_id } of mine) {
    const access = twin_id === null ? undefined : await ports.access.of(db, caller, twin_id);
    if (access && (access.member || access.may('realitydata_use'))) seen.push(access.twin.id);
  }
  const [owner, twin] = [column('owner_id'), column('twin_id')];
  const where =
    seen.length === 0 ? condition`${twin} is null` : condition`${twin} is null or ${twin} in ${listOf(seen)}`;
  const theirs = condition`${owner} = ${caller.userId} and ${where}`;
  return twins.length === 0 ? theirs : condition`${theirs} or ${twin} in ${listOf([...twins])}`;
}
