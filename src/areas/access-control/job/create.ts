import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { type JobRow, q } from '../tables.ts';
import { jobKind, type Payload } from './run.ts';
import type { JobActions, jobCreate } from './schema.ts';
import { jobView } from './view.ts';

/** Queues changes of members; each entry succeeds or fails on its own, under the caller's rights at that time. */
export async function createJob(access: Access, { actions }: Static<typeof jobCreate>, context: Context) {
  const { caller, by, ports } = context;
  const invites = actions.assignRoles || actions.unassignRoles;
  const may =
    (!invites || access.may('administration_invite_member')) &&
    (!actions.removeMembers || access.may('administration_remove_member'));
  if (!may) return fail(problems.insufficientPermissions);
  const row: JobRow = {
    id: newId(),
    twin_id: access.twin.id,
    actions: jsonOf(declared(actions)),
    status: 'Active',
    done: 0,
    failed: 0,
    errors: jsonOf([]),
    ended: null,
  };
  const payload: Payload = { accessJobId: row.id, caller, by };
  const outcome = await context.write(async (tx) => {
    await tx.run(q.insertInto('access_jobs').values(row));
    await ports.jobs.enqueue(tx, {
      kind: jobKind,
      twinId: row.twin_id,
      title: `Change of members of ${access.twin.displayName}`,
      createdBy: caller.userId,
      payload,
      resource: `/accesscontrol/twins/${row.twin_id}/jobs/${row.id}`,
    });
  });
  return isFailed(outcome) ? outcome : reply(201, jobView(row, false));
}

/** What was posted, without properties that the API does not know. */
function declared({ assignRoles, unassignRoles, removeMembers, options }: JobActions): JobActions {
  const withRoles = ({ email, roleIds }: { email: string; roleIds: string[] }) => ({ email, roleIds });
  return {
    ...(assignRoles ? { assignRoles: assignRoles.map(withRoles) } : {}),
    ...(unassignRoles ? { unassignRoles: unassignRoles.map(withRoles) } : {}),
    ...(removeMembers ? { removeMembers: removeMembers.map(({ email }) => ({ email })) } : {}),
    ...(options === undefined ? {} : { options }),
  };
}
