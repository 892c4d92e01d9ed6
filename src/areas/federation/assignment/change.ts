import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { type Detail, type Failed, fail, isFailed, type Problem } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { FoundPackage } from '../access.ts';
import { invalidTwinRoles, invalidUpdateAssignments, invalidValue } from '../errors.ts';
import { type AssignmentIn, wrongPackageRole, wrongTwinRole } from '../schema/role.ts';
import { addAssignments, assignmentsOf, executeRole, removeAssignments } from '../store/assignments.ts';
import type { AssignmentRow } from '../tables.ts';
import { assignmentsView } from './view.ts';

type Change = (tx: Transaction, now: readonly AssignmentRow[]) => Promise<readonly Detail[]>;

/** Looks at what is named, changes what there is, and answers with all of it: all or nothing. */
async function change<C extends string>(
  found: FoundPackage,
  asked: readonly AssignmentIn[],
  invalid: Problem<C>,
  context: Context,
  work: Change,
) {
  const of = { twin_id: found.access.twin.id, unique_name: found.resource.uniqueName };
  const outcome = await context.write(async (tx): Promise<'done' | Failed<C>> => {
    const faults = await faultsOf(tx, of.twin_id, asked, 'TwinRoleId', context);
    const details = faults.length > 0 ? faults : await work(tx, await assignmentsOf(tx, of));
    return details.length > 0 ? fail(invalid, { details }) : 'done';
  });
  return isFailed(outcome) ? outcome : assignmentsReply(found, context);
}

async function faultsOf(
  tx: Transaction,
  twinId: string,
  asked: readonly AssignmentIn[],
  target: 'TwinRoleId' | 'TwinRoleIds',
  { ports }: Pick<Context, 'ports'>,
): Promise<readonly Detail[]> {
  const usable = new Set((await ports.access.roles.usableIn(tx, twinId)).map(({ id }) => id));
  const noRole = asked.some(({ twinRoleId }) => !usable.has(twinRoleId.toLowerCase()));
  const noPackageRole = asked.some(({ packageRoleIds }) =>
    packageRoleIds.some((id) => id.toLowerCase() !== executeRole.roleId),
  );
  return [...(noRole ? [wrongTwinRole(target)] : []), ...(noPackageRole ? [wrongPackageRole] : [])];
}

export async function assignmentsReply({ access, resource }: FoundPackage, context: Context) {
  return reply(200, { assignments: await assignmentsView(access.twin.id, resource.uniqueName, context) });
}

const rowsOf = ({ access, resource }: FoundPackage, asked: readonly AssignmentIn[]): readonly AssignmentRow[] =>
  asked.flatMap(({ twinRoleId, packageRoleIds }) =>
    packageRoleIds.map((id) => ({
      twin_id: access.twin.id,
      unique_name: resource.uniqueName,
      role_id: twinRoleId.toLowerCase(),
      package_role_id: id.toLowerCase(),
    })),
  );

export const createAssignments = <C extends string>(
  found: FoundPackage,
  asked: readonly AssignmentIn[],
  invalid: Problem<C>,
  context: Context,
) =>
  change(found, asked, invalid, context, async (tx) => {
    await addAssignments(tx, rowsOf(found, asked));
    return [];
  });

/** Replaces the package roles of twin roles that have some. */
export const replaceAssignments = (found: FoundPackage, asked: readonly AssignmentIn[], context: Context) =>
  change(found, asked, invalidUpdateAssignments, context, async (tx, now) => {
    const named = new Set(asked.map(({ twinRoleId }) => twinRoleId.toLowerCase()));
    const before = now.filter(({ role_id }) => named.has(role_id));
    if (new Set(before.map(({ role_id }) => role_id)).size < named.size) {
      return [invalidValue('TwinRoleId', 'The twin role has no package roles yet; use POST to give it some.')];
    }
    await removeAssignments(tx, before);
    await addAssignments(tx, rowsOf(found, asked));
    return [];
  });

export const takeAssignments = (found: FoundPackage, asked: readonly AssignmentIn[], context: Context) =>
  change(found, asked, invalidUpdateAssignments, context, async (tx) => {
    await removeAssignments(tx, rowsOf(found, asked));
    return [];
  });

/** Takes all package roles of these twin roles away. */
export async function takeTwinRoles(found: FoundPackage, twinRoleIds: readonly string[], context: Context) {
  const of = { twin_id: found.access.twin.id, unique_name: found.resource.uniqueName };
  const asked = twinRoleIds.map((twinRoleId) => ({ twinRoleId, packageRoleIds: [] }));
  const outcome = await context.write(async (tx) => {
    const details = await faultsOf(tx, of.twin_id, asked, 'TwinRoleIds', context);
    if (details.length > 0) return fail(invalidTwinRoles, { details });
    const named = new Set(twinRoleIds.map((id) => id.toLowerCase()));
    const rows = await assignmentsOf(tx, of);
    await removeAssignments(
      tx,
      rows.filter(({ role_id }) => named.has(role_id)),
    );
    return 'done';
  });
  return isFailed(outcome) ? outcome : assignmentsReply(found, context);
}
