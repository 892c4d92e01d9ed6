import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { nextSequence } from '../../../std/sequence.ts';
import { permissionNotFound } from '../errors.ts';
import { isInCharge } from '../member/membership.ts';
import { permissionsOf } from '../permissions.ts';
import { aboutRole, recordIn } from '../recording.ts';
import { q, type RoleRow } from '../tables.ts';
import { unknownPermission } from './rules.ts';
import type { roleCreate } from './schema.ts';
import { roleView } from './view.ts';

export async function createRole(access: Access, body: Static<typeof roleCreate>, context: Context) {
  const refusal = refusalOf(access, body.permissions ?? [], []);
  if (refusal) return refusal;
  const row: RoleRow = {
    id: newId(),
    twin_id: access.twin.id,
    display_name: body.displayName,
    description: body.description,
    permissions: storedList(body.permissions ?? []),
    built_in: null,
    position: nextSequence(context.now),
    version: 1,
  };
  const outcome = await context.write(async (tx) => {
    await tx.run(q.insertInto('roles').values(row));
    await recordIn(tx, access.twin, context, 'role.created', aboutRole(row), permissionsOf(row).join(', '));
  });
  return isFailed(outcome) ? outcome : reply(201, { role: roleView(row) }, { version: row.version });
}

/** Why somebody may not put these permissions into a role that has some already; undefined when they may. */
export function refusalOf(access: Access, permissions: readonly string[], before: readonly string[]) {
  const unknown = unknownPermission(permissions);
  if (unknown >= 0) return fail(permissionNotFound, { target: `permissions[${unknown}]` });
  const added = permissions.filter((name) => !before.includes(name));
  const may = isInCharge(access) || added.every((name) => access.may(name));
  return may ? undefined : fail(problems.insufficientPermissions);
}

export const storedList = (permissions: readonly string[]): RoleRow['permissions'] => jsonOf([...new Set(permissions)]);
