import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import { importNotFound, importNotWaiting, invalidComplete, invalidImports } from '../errors.ts';
import { badToken, pageOf } from '../paging.ts';
import { type ImportRow, q } from '../tables.ts';
import { checkKind } from './job.ts';
import type { importsQuery } from './schema.ts';
import { findImport, importsOf, removeUpload, updateImport } from './store.ts';
import { importView } from './view.ts';

const nothingUploaded: Detail = { code: 'InvalidChange', message: 'No content has been uploaded.', target: 'importId' };

/** What was uploaded is the archive from here on, and is checked. */
export async function completeImport({ id }: ImportRow, context: Context) {
  const { ports, caller } = context;
  const done = await context.write(async (tx) => {
    const row = await findImport(tx, id);
    if (row === undefined) return fail(importNotFound);
    if (row.state !== 'AwaitingUpload' || row.blob_id === null) return fail(importNotWaiting);
    const content = await ports.blobs.finishUpload(tx, row.blob_id);
    if (content === undefined) return fail(invalidComplete, { details: [nothingUploaded] });
    const job_id = await ports.jobs.enqueue(tx, {
      kind: checkKind,
      twinId: null,
      title: `Check ${row.file_name}`,
      createdBy: caller.userId,
      payload: { importId: id },
      resource: `/archives/imports/${id}`,
    });
    const change = { state: 'Checking', job_id, size: content.size, sha256: content.sha256 } as const;
    await updateImport(tx, id, change);
    return { ...row, ...change };
  });
  return isFailed(done) ? done : reply(202, { import: await importView(done, context) });
}

/** The imports of who asks, newest first. */
export async function listImports(query: Static<typeof importsQuery>, context: Context) {
  const page = pageOf(`archives.imports ${context.caller.userId}`, '/archives/imports', query, context);
  if (page === undefined) return fail(invalidImports, { details: [badToken] });
  const { rows, _links } = await page.read(importsOf(context.caller));
  return reply(200, { imports: await Promise.all(rows.map((row) => importView(row, context))), _links });
}

/** Removes an import with its file; a check that runs ends. */
export async function deleteImport({ id }: ImportRow, context: Context) {
  const { ports } = context;
  const done = await context.write(async (tx) => {
    const row = await findImport(tx, id);
    if (row === undefined) return fail(importNotFound);
    await removeUpload(tx, row, ports.blobs);
    await tx.run(q.deleteFrom('archive_imports').where('id', '=', id));
    if (row.state === 'Checking' && row.job_id !== null) await ports.jobs.cancel(tx, row.job_id);
  });
  return isFailed(done) ? done : noContent;
}
