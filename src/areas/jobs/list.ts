import type { Static } from 'typebox';
import type { Context } from '../../api/http/context.ts';
import { reply } from '../../api/http/endpoint.ts';
import { fail } from '../../api/http/problem.ts';
import type { Access } from '../../api/ports/access.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../api/query/continuation.ts';
import type { JobQueue } from '../../kernel/jobs/jobs.ts';
import type { JobRow } from '../../kernel/jobs/tables.ts';
import { isUuid } from '../../std/ids.ts';
import { invalidJobs, twinNotFound } from './errors.ts';
import { accessOfJob, isMember, seesJob } from './job/access.ts';
import type { jobsQuery } from './job/schema.ts';
import { jobView } from './job/view.ts';

const usualTop = 100;

/** The jobs of a twin, or the caller's own; newest first. */
export async function listJobs(query: Static<typeof jobsQuery>, context: Context, jobs: JobQueue) {
  const { $top: top = usualTop, continuationToken: token, ...filter } = query;
  const { db, caller, now, ports, baseUrl } = context;
  const binding = `jobs ${caller.userId} ${JSON.stringify([filter.twinId, filter.state, filter.kind])}`;
  const after = token === undefined ? undefined : readContinuation(ports.secrets, binding, token, now);
  if (token !== undefined && after === undefined) return badToken();
  const twinId = filter.twinId?.toLowerCase();
  if (twinId !== undefined && !(await isMembersTwin(twinId, context))) return fail(twinNotFound);
  const rows = await jobs.list(db, {
    ...(twinId === undefined ? { createdBy: caller.userId } : { twinId }),
    ...(filter.state?.length ? { states: filter.state } : {}),
    ...(filter.kind?.length ? { kinds: filter.kind } : {}),
    ...(after ? { after: { position: Number(after[0]), id: String(after[1]) } } : {}),
    limit: top + 1,
  });
  const page = rows.slice(0, top);
  const last = page.at(-1);
  const seen = twinId === undefined ? await onlySeen(page, context) : page;
  const places = await jobs.queuePositions(db, seen);
  const linkTo = continuationLinks(`${baseUrl}/jobs`, { ...query, $top: top });
  const more = rows.length > top && last !== undefined;
  const next = more && writeContinuation(ports.secrets, binding, [last.position, last.id], now);
  return reply(200, {
    jobs: seen.map((row) => jobView(row, jobs.kind(row.kind), places.get(row.id), baseUrl)),
    _links: { self: linkTo(token), ...(next ? { next: linkTo(next) } : {}) },
  });
}

async function isMembersTwin(twinId: string, { db, caller, ports }: Context): Promise<boolean> {
  const access = isUuid(twinId) ? await ports.access.of(db, caller, twinId) : undefined;
  return access !== undefined && isMember(access);
}

/** Leaves out jobs in twins to which the caller has lost access. */
async function onlySeen(rows: readonly JobRow[], context: Context): Promise<JobRow[]> {
  const known = new Map<string | null, Access | undefined>();
  for (const row of rows) {
    if (!known.has(row.twin_id)) known.set(row.twin_id, await accessOfJob(row, context, context.db));
  }
  return rows.filter((row) => seesJob(row, known.get(row.twin_id), context.caller));
}

const badToken = () =>
  fail(invalidJobs, {
    details: [
      {
        code: 'InvalidParameter',
        message: 'The continuationToken query parameter value is incorrect.',
        target: 'continuationToken',
      },
    ],
  });
