import { permission, type Requirement } from '../api/auth/access-rules.ts';
import type { Context } from '../api/http/context.ts';
import type { AccessRule, Permit } from '../api/http/endpoint.ts';
import { type Failed, fail, type Problem, problems } from '../api/http/problem.ts';
import type { Access } from '../api/ports/access.ts';
import type { RealityApi } from './api.ts';
import { findRealityJob, type RealityJob } from './job.store.ts';
import type { RealityJobRow } from './tables.ts';

export const useData: Requirement = permission('realitydata_use');
export const createData: Requirement = permission('realitydata_create');

type Owned = Pick<RealityJobRow, 'twin_id' | 'home_twin' | 'owner_id'>;

/** What somebody may do with a job: read it, or change it, too. */
export type JobNeed = 'read' | 'change';

const permits: Readonly<Record<JobNeed, Permit>> = {
  read: { ...useData.permit, text: 'Permission realitydata_use in the twin, and its creator while a member.' },
  change: createData.permit,
};

/** 404 for who sees nothing of it, 403 for who may not. One without a twin is its creator's alone. */
export async function accessToJob(
  { twin_id, home_twin, owner_id }: Owned,
  need: JobNeed,
  notFound: Problem,
  { db, caller, ports }: Context,
): Promise<Access | undefined | Failed> {
  const isOwner = owner_id === caller.userId;
  if (twin_id === null && !isOwner) return fail(notFound);
  if (twin_id === null && need === 'read') return undefined;
  if (twin_id === null && caller.mode === 'Test') return fail(problems.insufficientPermissions); // it is in no sandbox
  const access = await ports.access.of(db, caller, home_twin);
  if (!access?.visible) return fail(notFound);
  const may =
    need === 'change' ? access.may('realitydata_create') : access.may('realitydata_use') || (isOwner && access.member);
  return may ? access : fail(problems.insufficientPermissions);
}

/** The job that a path parameter names. */
export const onRealityJob = <Name extends string>(
  { name }: Pick<RealityApi, 'name'>,
  parameter: Name,
  need: JobNeed,
  notFound: Problem,
): AccessRule<{ readonly [K in Name]: string }, RealityJob> => ({
  permit: permits[need],
  problems: [notFound, problems.insufficientPermissions],
  changes: 'inTwin',
  async resolve(params, context) {
    const job = await findRealityJob(context.db, name, params[parameter]);
    if (job === undefined) return fail(notFound);
    const access = await accessToJob(job.row, need, notFound, context);
    return access !== undefined && 'problem' in access ? access : job;
  },
});
