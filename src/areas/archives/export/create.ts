import type { Static } from 'typebox';
import { ownerOrAdministrator, twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { type RawInput, reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, problems } from '../../../api/http/problem.ts';
import { inTwinBy } from '../../../kernel/audit.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { membersOf } from '../../../std/records.ts';
import { exportRunning, invalidCreate, twinNotFound } from '../errors.ts';
import { runningExport } from '../store.ts';
import { type ExportRow, q } from '../tables.ts';
import { exportKind } from './job.ts';
import type { exportCreate } from './schema.ts';
import { exportView } from './view.ts';

const mostNameLength = 100;

const notThere = (target: string, message: string): Detail => ({ code: 'InvalidProperty', message, target });

/** What this server does not make is refused, not passed over. */
export function checkCreate({ body }: RawInput): Detail[] {
  const { since, skipLost, choices } = membersOf(body);
  const { folderId, linksets } = membersOf(choices);
  const given = (value: unknown) => value !== undefined && value !== null;
  return [
    ...(given(since) ? [notThere('since', 'An export holds the whole twin, not what is new since a former one.')] : []),
    ...(given(folderId) ? [notThere('choices.folderId', 'An export holds the whole twin, not one folder.')] : []),
    ...(given(linksets) ? [notThere('choices.linksets', 'An export has no link sets.')] : []),
    ...(skipLost === true ? [notThere('skipLost', 'An export does not leave out lost content.')] : []),
  ];
}

const noAccount: Detail = {
  code: 'InvalidValue',
  message: 'An Account cannot be archived; its twins can.',
  target: 'twinId',
};

/** Queues an export; one at a time of a twin. */
export async function createExport({ twinId, choices = {} }: Static<typeof exportCreate>, context: Context) {
  const { caller, now, ports } = context;
  const access = await twinAccess(context, twinId, twinNotFound, ownerOrAdministrator);
  if (isFailed(access)) return access;
  const { twin } = access;
  if (choices.history === true && !access.administrator) return fail(problems.insufficientPermissions);
  if (twin.class === 'Account') return fail(invalidCreate, { details: [noAccount] });
  const id = newId();
  const { recycleBin = true, history = false, derived = false } = choices;
  const made = await context.write(async (tx) => {
    if ((await runningExport(tx, twin.id)) !== undefined) return fail(exportRunning);
    const jobId = await ports.jobs.enqueue(tx, {
      kind: exportKind,
      twinId: twin.id,
      title: `Export ${twin.displayName}`,
      createdBy: caller.userId,
      payload: { exportId: id },
      resource: `/archives/exports/${id}`,
    });
    const row: ExportRow = {
      id,
      twin_id: twin.id,
      state: 'Queued',
      step: null,
      choices: jsonOf({ recycleBin, history, derived }),
      file_name: fileName(twin.displayName, now),
      created_by: caller.userId,
      job_id: jobId,
      created: now,
      started: null,
      ended: null,
      expires: null,
      error: null,
      snapshot: null,
      plan_blob: null,
      parts_blob: null,
      counts: null,
      manifest_sha256: null,
      report: null,
      file_blob: null,
      size: null,
    };
    await tx.run(q.insertInto('archive_exports').values(row));
    const about = { type: 'Twin', id: twin.id, name: twin.displayName } as const;
    await ports.audit.record(tx, { action: 'twin.exported', ...inTwinBy(twin, context.by), about });
    return row;
  });
  return isFailed(made) ? made : reply(202, { export: exportView(made, context) });
}

/** What a name of Storage may not hold becomes `_`. */
const fileName = (displayName: string, now: number): string => {
  const name = displayName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, mostNameLength);
  const minute = new Date(now).toISOString().slice(0, 16).replace(':', '');
  return `${name} ${minute}Z.twin`;
};
