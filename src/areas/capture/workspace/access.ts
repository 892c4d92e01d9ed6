import type { Context } from '../../../api/http/context.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { fail, problems } from '../../../api/http/problem.ts';
import { createData, useData } from '../../../reality-jobs/access.ts';
import { workspaceNotFound } from '../errors.ts';
import type { WorkspaceRow } from '../tables.ts';
import { findWorkspace } from './store.ts';

/** Whether the caller sees a workspace, and may make jobs in it or delete it. */
export async function workspaceRights(
  { twin_id, created_by }: WorkspaceRow,
  { db, caller, ports }: Context,
): Promise<{ readonly seen: boolean; readonly reads: boolean; readonly creates: boolean; readonly deletes: boolean }> {
  const isOwn = created_by === caller.userId;
  if (twin_id === null) {
    const changes = isOwn && caller.mode !== 'Test'; // it is in no sandbox
    return { seen: isOwn, reads: isOwn, creates: changes, deletes: changes };
  }
  const access = await ports.access.of(db, caller, twin_id);
  if (!access?.visible) return { seen: false, reads: false, creates: false, deletes: false };
  const creates = access.may('realitydata_create');
  const isOwnMember = isOwn && access.member;
  return { seen: true, reads: access.may('realitydata_use') || isOwnMember, creates, deletes: creates || isOwnMember };
}

type Params = { readonly id: string };

const onWorkspace = (
  need: 'reads' | 'deletes',
  permit: AccessRule<Params, WorkspaceRow>['permit'],
): AccessRule<Params, WorkspaceRow> => ({
  permit,
  problems: [workspaceNotFound, problems.insufficientPermissions],
  changes: 'inTwin',
  async resolve({ id }, context) {
    const row = await findWorkspace(context.db, id);
    if (row === undefined) return fail(workspaceNotFound);
    const rights = await workspaceRights(row, context);
    if (!rights.seen) return fail(workspaceNotFound);
    return rights[need] ? row : fail(problems.insufficientPermissions);
  },
});

export const workspaceForReading = onWorkspace('reads', {
  ...useData.permit,
  text: 'Permission realitydata_use in the twin, and its creator while a member.',
});
export const workspaceForDeleting = onWorkspace('deletes', {
  ...createData.permit,
  text: 'Permission realitydata_create in the twin, and its creator while a member.',
});
