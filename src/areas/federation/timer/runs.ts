import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { namesOf } from '../../../api/ports/names.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import { isoTime, isoTimeOrNull } from '../../../std/iso-time.ts';
import { mayUse } from '../access.ts';
import { invalidParameter, invalidTimer } from '../errors.ts';
import { type PackageRegistry, packageIn } from '../registry.ts';
import type { runsQuery } from '../schema/timer.ts';
import type { RunRow, TimerRow } from '../tables.ts';
import { lastRunsIn, runsOf, timersOf } from './store.ts';

const usualTop = 20;
export const runsPath = ({ twin_id, id }: Pick<TimerRow, 'twin_id' | 'id'>): string =>
  `/federation/twins/${twin_id}/timers/${id}/runs`;
/** Where results lie. */
export const resultPlace = { area: 'federation', container: 'results' };

/** A page of the runs of a timer, newest first. */
export async function listRuns(
  book: PackageRegistry,
  timer: TimerRow,
  access: Access,
  query: Static<typeof runsQuery>,
  context: Context,
) {
  const { $top: top = usualTop, continuationToken: token } = query;
  const { ports, caller, now, baseUrl, db } = context;
  const binding = JSON.stringify([runsPath(timer), caller.userId, top]);
  const place = token === undefined ? undefined : readContinuation(ports.secrets, binding, token, now);
  if (token !== undefined && place === undefined) {
    const message = 'The continuationToken query parameter value is incorrect.';
    return fail(invalidTimer, { details: [invalidParameter('continuationToken', message)] });
  }
  const after = place === undefined ? undefined : Number(place[0]);
  const found = await runsOf(db, timer.id, after, top + 1);
  const rows = found.slice(0, top);
  const last = rows.at(-1);
  const definition = packageIn(book, access.twin, timer.unique_name);
  const mayFetch = definition !== undefined && (await mayUse({ resource: definition, access }, context));
  const linkTo = continuationLinks(`${baseUrl}${runsPath(timer)}`, { ...query });
  const next =
    found.length > top && last ? linkTo(writeContinuation(ports.secrets, binding, [last.scheduled], now)) : undefined;
  return reply(200, {
    runs: rows.map((row) => runView(row, mayFetch, context)),
    _links: { self: linkTo(token), ...(next ? { next } : {}) },
  });
}

/** When the timers of a twin run next, and how each ended last. */
export async function readSchedule({ twin }: Access, { db, ports }: Context) {
  const timers = await timersOf(db, twin.id);
  const last = new Map((await lastRunsIn(db, twin.id)).map((row) => [row.timer_id, row]));
  const makers = timers.map((row) => row.created_by);
  const names = await namesOf(db, makers, ports);
  const schedule = timers.map(({ id, created_by, next_due }) => {
    const run = last.get(id);
    return {
      timerId: id,
      createdBy: created_by,
      createdByName: names.get(created_by) ?? '',
      nextDateTime: isoTimeOrNull(next_due),
      lastRun: run === undefined ? null : outcomeOf(run),
    };
  });
  return reply(200, { schedule });
}

const outcomeOf = (row: RunRow) => ({
  scheduledDateTime: isoTime(row.scheduled),
  endedDateTime: isoTimeOrNull(row.ended),
  state: row.state,
  rows: row.rows === null ? null : Number(row.rows),
  message: row.message,
});

const runView = (row: RunRow, mayFetch: boolean, { ports }: Context) => ({
  ...outcomeOf(row),
  id: row.id,
  startedDateTime: isoTimeOrNull(row.started),
  jobId: row.job_id,
  result: row.blob_id === null || !mayFetch ? null : { href: resultLink(row.blob_id, row, { ports }) },
});

/** Opens a result for an hour, without a token; no longer once the twin is deleted. */
const resultLink = (blobId: string, { id, twin_id }: RunRow, { ports }: Pick<Context, 'ports'>): string =>
  ports.blobs.downloadUrl(
    { ...resultPlace, id: blobId },
    { fileName: `${id}.json`, contentType: 'application/json', owner: { twinId: twin_id } },
  );
