import type { Static } from 'typebox';
import { ownerOrAdministrator, twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { inTwinBy } from '../../../kernel/audit.ts';
import { readJson } from '../../../std/json.ts';
import { exportExpired, exportNotFound, exportNotReady, invalidList, twinNotFound } from '../errors.ts';
import { badToken, pageOf } from '../paging.ts';
import { exportPlace, findExport, mediaType, removeFile, rowKept, updateExport } from '../store.ts';
import { q } from '../tables.ts';
import type { FoundExport } from './access.ts';
import type { exportsQuery } from './schema.ts';
import { exportView, hasReport } from './view.ts';

/** The exports of a twin, newest first. */
export async function listExports(query: Static<typeof exportsQuery>, context: Context) {
  const { caller } = context;
  const page = pageOf(
    `archives.exports ${caller.userId} ${query.twinId.toLowerCase()}`,
    '/archives/exports',
    query,
    context,
  );
  if (page === undefined) return fail(invalidList, { details: [badToken] });
  const access = await twinAccess(context, query.twinId, twinNotFound, ownerOrAdministrator);
  if (isFailed(access)) return access;
  const { rows, _links } = await page.read(
    q.selectFrom('archive_exports').selectAll().where('twin_id', '=', access.twin.id),
  );
  return reply(200, { exports: rows.map((row) => exportView(row, context)), _links });
}

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
