import type { Context } from '../../../api/http/context.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Caller } from '../../../kernel/callers/people.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { JobQueue } from '../../../kernel/jobs/jobs.ts';
import type { JobRow } from '../../../kernel/jobs/tables.ts';
import { isUuid } from '../../../std/ids.ts';
import { jobNotFound } from '../errors.ts';

/** A job and, where it belongs to a twin, the caller's access to that. */
export interface FoundJob {
  readonly row: JobRow;
  readonly access: Access | undefined;
}

type Params = { readonly jobId: string };

export const isMember = (access: Access): boolean => access.member || access.owner || access.administrator;

/** Whether a caller sees a job: its creator, and the members of its twin. Who has no access to the twin sees none. */
export function seesJob(row: JobRow, access: Access | undefined, caller: Caller): boolean {
  const own = row.created_by === caller.userId;
  if (row.twin_id === null) return own;
  return access !== undefined && (isMember(access) || (own && access.visible));
}

/** The caller's access to the twin of a job. */
export const accessOfJob = (row: JobRow, { ports, caller }: Context, db: Reader): Promise<Access | undefined> =>
  row.twin_id === null ? Promise.resolve(undefined) : ports.access.of(db, caller, row.twin_id);

export const jobForReading = (jobs: JobQueue): AccessRule<Params, FoundJob> => ({
  permit: { level: 'member', text: "The job's creator and the members of its twin." },
  problems: [jobNotFound],
  changes: 'own',
  async resolve({ jobId }, context) {
    const row = isUuid(jobId) ? await jobs.find(context.db, jobId.toLowerCase()) : undefined;
    if (row === undefined || row.internal === 1) return fail(jobNotFound);
    const access = await accessOfJob(row, context, context.db);
    return seesJob(row, access, context.caller) ? { row, access } : fail(jobNotFound);
  },
});

export const jobForChanging = (jobs: JobQueue): AccessRule<Params, FoundJob> => ({
  permit: { level: 'permission', text: "The job's creator, and who may start such a job in its twin." },
  problems: [jobNotFound, problems.insufficientPermissions],
  changes: 'own',
  async resolve(params, context) {
    const found = await jobForReading(jobs).resolve(params, context);
    if (isFailed(found) || mayChange(found, context.caller, jobs)) return found;
    return fail(problems.insufficientPermissions);
  },
});

function mayChange({ row, access }: FoundJob, caller: Caller, jobs: JobQueue): boolean {
  if (row.created_by === caller.userId || access?.administrator) return true;
  const permission = jobs.kind(row.kind)?.permission;
  return permission !== undefined && (access?.may(permission) ?? false);
}
