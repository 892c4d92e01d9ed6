import type { Static } from 'typebox';
import { ownerOrAdministrator, twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { continuationLinks, readContinuation, writeContinuation } from '../../../api/query/continuation.ts';
import { inTwinBy } from '../../../kernel/audit.ts';
import { condition } from '../../../kernel/db/condition.ts';
import { readJson } from '../../../std/json.ts';
import { exportExpired, exportNotFound, exportNotReady, invalidList, twinNotFound } from '../errors.ts';
import { exportPlace, findExport, mediaType, removeFile, updateExport } from '../store.ts';
import { q } from '../tables.ts';
import type { FoundExport } from './access.ts';
import type { exportsQuery } from './schema.ts';
import { exportView, hasReport } from './view.ts';

const usualTop = 50;
const rowKept = 90 * 86_400_000;

/** The exports of a twin, newest first. */
export async function listExports(query: Static<typeof exportsQuery>, context: Context) {
  const { twinId, $top: top = usualTop, continuationToken: token } = query;
  const { db, caller, now, ports, baseUrl } = context;
  const binding = `archives.exports ${caller.userId} ${twinId.toLowerCase()}`;
  const after = token ? readContinuation(ports.secrets, binding, token, now) : undefined;
  if (token && after === undefined) return badToken();
  const access = await twinAccess(context, twinId, twinNotFound, ownerOrAdministrator);
  if (isFailed(access)) return access;
  let all = q.selectFrom('archive_exports').selectAll().where('twin_id', '=', access.twin.id);
  if (after)
    all = all.where(
      condition`(created < ${Number(after[0])} or (created = ${Number(after[0])} and id > ${String(after[1])}))`,
    );
  const rows = await db.all(
    all
      .orderBy('created', 'desc')
      .orderBy('id')
      .limit(top + 1),
  );
  const page = rows.slice(0, top);
  const last = page.at(-1);
  const next = rows.length > top && last && writeContinuation(ports.secrets, binding, [last.created, last.id], now);
  const linkTo = continuationLinks(`${baseUrl}/archives/exports`, { ...query, $top: top });
  return reply(200, {
    exports: page.map((row) => exportView(row, context)),
    _links: { self: linkTo(token), ...(next ? { next: linkTo(next) } : {}) },
  });
}

const badToken = () =>
  fail(invalidList, {
    details: [
      {
        ...{ code: 'InvalidParameter', target: 'continuationToken' },
        message: 'The continuationToken query parameter value is incorrect.',
      },
    ],
  });

/** 302 to a signed address of the file; who was given it is recorded. */
export async function fetchFile({ row, access }: FoundExport, context: Context) {
  if (row.state === 'Expired') return fail(exportExpired);
  if (row.state !== 'Completed' || row.file_blob === null) return fail(exportNotReady);
  const { ports } = context;
  const about = { type: 'Archive', id: row.id, name: row.file_name } as const;
  const told = await context.write((tx) =>
    ports.audit.record(tx, { action: 'twin.archiveFetched', ...inTwinBy(access.twin, context.by), about }),
  );
  if (isFailed(told)) return told;
  const location = ports.blobs.downloadUrl(
    { id: row.file_blob, ...exportPlace },
    { fileName: row.file_name, contentType: mediaType, owner: { twinId: row.twin_id } },
  );
  return { status: 302, headers: { Location: location } } as const;
}

export async function readReport({ row }: FoundExport) {
  if (row.report === null || !hasReport(row)) return fail(exportNotReady);
  return reply(200, readJson(row.report));
}

/** Cancels what has not ended; removes the file of what has. */
export async function deleteExport({ row: { id } }: FoundExport, context: Context) {
  const { ports, now } = context;
  const done = await context.write(async (tx) => {
    const row = await findExport(tx, id);
    if (row?.state === 'Queued' || row?.state === 'Running') return void (await ports.jobs.cancel(tx, row.job_id));
    if (row?.state !== 'Completed') return fail(exportNotFound);
    await removeFile(tx, row, ports.blobs);
    await updateExport(tx, id, { state: 'Expired', expires: now + rowKept });
  });
  return isFailed(done) ? done : ({ status: 204 } as const);
}
