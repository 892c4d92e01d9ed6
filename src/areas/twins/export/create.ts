import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { invalidTwins } from '../errors.ts';
import { isAdministrator } from '../list/query.ts';
import { type ExportRequest, type ExportRow, q } from '../tables.ts';
import { exportKind } from './job.ts';
import type { exportCreate } from './schema.ts';
import { usageOf } from './store.ts';
import { exportView } from './view.ts';

const mostPerHour = 3;
const invalidQuery = invalidTwins('Cannot query twins.');

/** Queues an export, within the quotas of its user. */
export async function createExport(body: Static<typeof exportCreate>, context: Context) {
  const { caller, now, ports } = context;
  if (body.queryScope === 'OrganizationAdmin' && !isAdministrator(caller))
    return fail(problems.insufficientPermissions);
  const row: ExportRow = {
    id: newId(),
    created_by: caller.userId,
    client_id: caller.clientId,
    request: jsonOf(givenRequest(body)),
    status: 'Queued',
    blob_id: null,
    file_name: null,
    created: now,
    started: null,
    completed: null,
  };
  const outcome = await context.write(async (tx) => {
    const usage = await usageOf(tx, caller.userId, now);
    const quotas = [
      ...(usage.lastHour >= mostPerHour ? [quota('MaxJobsPerHourQuota', 'export jobs allowed per hour')] : []),
      ...(usage.going ? [quota('SimultaneousJobsQuota', 'simultaneous export jobs allowed')] : []),
    ];
    if (quotas.length > 0) return fail(invalidQuery, { details: quotas });
    await tx.run(q.insertInto('twin_exports').values(row));
    await ports.jobs.enqueue(tx, {
      kind: exportKind,
      twinId: null,
      title: 'Export of twins',
      createdBy: caller.userId,
      payload: { exportId: row.id, caller },
      resource: `/twins/exports/${row.id}`,
    });
  });
  return isFailed(outcome) ? outcome : reply(201, { export: exportView(row, context) });
}

const quota = (target: string, what: string) => ({
  code: 'ResourceQuotaExceeded',
  message: `The user has exceeded the maximum number of ${what}.`,
  target,
});

const givenRequest = (body: Static<typeof exportCreate>): ExportRequest => ({
  queryScope: body.queryScope ?? null,
  subClass: body.subClass ?? null,
  select: body.select ?? null,
  filter: body.filter ?? null,
  includeInactive: body.includeInactive ?? null,
  outputFormat: body.outputFormat,
});
