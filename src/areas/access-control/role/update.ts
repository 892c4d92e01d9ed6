import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { roleNotFound } from '../errors.ts';
import { permissionsOf } from '../permissions.ts';
import { aboutRole, recordIn } from '../recording.ts';
import { q, type RoleRow } from '../tables.ts';
import { refusalOf, storedList } from './create.ts';
import type { roleUpdate } from './schema.ts';
import { findRole } from './store.ts';
import { roleView } from './view.ts';

type Body = Static<typeof roleUpdate>;

/** Changes a role; whoever holds it, on whatever twin, has the new permissions at the next request. */
export async function updateRole(access: Access, id: string, body: Body, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findRole(tx, [access.twin.id], id);
    if (row === undefined) return fail(roleNotFound);
    const refusal = refusalOf(access, body.permissions ?? [], permissionsOf(row));
    if (refusal) return refusal;
    const updated: RoleRow = {
      ...row,
      display_name: body.displayName ?? row.display_name,
      description: body.description ?? row.description,
      permissions: body.permissions ? storedList(body.permissions) : row.permissions,
      version: row.version + 1,
    };
    if (isSame(row, updated)) return row;
    await tx.run(q.updateTable('roles').set(updated).where('id', '=', row.id));
    await recordIn(tx, access.twin, context, 'role.changed', aboutRole(updated), permissionsOf(updated).join(', '));
    return updated;
  });
  return isFailed(outcome) ? outcome : reply(200, { role: roleView(outcome) }, { version: outcome.version });
}

const isSame = (a: RoleRow, b: RoleRow): boolean =>
  a.display_name === b.display_name && a.description === b.description && a.permissions === b.permissions;
