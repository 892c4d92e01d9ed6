import type { Static } from 'typebox';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../kernel/http/problem.ts';
import type { Access } from '../../../kernel/ports/access.ts';
import { newId } from '../../../kernel/std/ids.ts';
import { jsonOf } from '../../../kernel/std/json.ts';
import { nextPosition } from '../../../kernel/std/position.ts';
import { permissionNotFound } from '../errors.ts';
import { isInCharge } from '../membership.ts';
import { permissionsOf } from '../permissions.ts';
import { aboutRole, recordIn } from '../recording.ts';
import { unknownPermission } from '../role.rules.ts';
import type { roleCreate } from '../role.schema.ts';
import { roleView } from '../role.view.ts';
import { q, type RoleRow } from '../tables.ts';

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
    position: nextPosition(context.now),
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
