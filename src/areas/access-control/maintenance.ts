import type { Kit } from '../../api/area.ts';
import { theSystem } from '../../kernel/audit.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { jobsKeptFor } from './job/store.ts';
import { setRolesOn } from './member/membership.ts';
import { q } from './tables.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;
const atOnce = 500;

/** Removes invitations and shares whose time is over, and jobs 30 days after their end. */
export const removeExpired = ({ db, now }: Kit): Maintenance => ({
  name: 'accessControl.expired',
  everyMs: hour,
  async run() {
    await db.write(async (tx) => {
      const expired = q.selectFrom('invitations').select('id').where('expires', '<=', now());
      await tx.run(q.deleteFrom('invitation_roles').where('invitation_id', 'in', expired));
      await tx.run(q.deleteFrom('invitations').where('expires', '<=', now()));
      await tx.run(q.deleteFrom('shares').where('expires', '<=', now()));
      await tx.run(q.deleteFrom('access_jobs').where('ended', '<=', now() - jobsKeptFor));
    });
  },
});

/** Removes users who no longer exist from all twins and groups. */
export const removeMissingUsers = (kit: Kit): Maintenance => ({
  name: 'accessControl.missingUsers',
  everyMs: week,
  async run(signal) {
    let last = '';
    for (;;) {
      signal.throwIfAborted();
      const ids = await usersAfter(kit, last);
      if (ids.length === 0) return;
      const known = new Set((await kit.ports.people.byIds(kit.db, ids)).map((user) => user.id));
      for (const id of ids.filter((one) => !known.has(one))) await kit.db.write((tx) => removeUser(tx, id, kit));
      last = ids.at(-1) ?? last;
    }
  },
});

/** Ids of users in any twin or group, in their order from the last one on. */
async function usersAfter({ db }: Kit, last: string): Promise<string[]> {
  const members = q
    .selectFrom('members')
    .select('member_id as id')
    .where('member_type', '=', 'User')
    .where('member_id', '>', last);
  const inGroups = q.selectFrom('group_users').select('user_id as id').where('user_id', '>', last);
  const rows = await db.all(q.selectFrom(members.union(inGroups).as('users')).select('id').orderBy('id').limit(atOnce));
  return rows.map((row) => row.id);
}

async function removeUser(tx: Transaction, id: string, { ports, now }: Kit): Promise<void> {
  const again = await ports.people.byIds(tx, [id]);
  if (again.length > 0) return;
  const joined = q
    .selectFrom('members')
    .select('twin_id')
    .where('member_type', '=', 'User')
    .where('member_id', '=', id);
  for (const { twin_id } of await tx.all(joined.orderBy('twin_id'))) {
    await setRolesOn(tx, twin_id, { type: 'User', id }, [], { by: theSystem, ports, now: now() });
  }
  const groups = q.selectFrom('group_users').select('group_id').where('user_id', '=', id);
  await tx.run(
    q
      .updateTable('groups')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', 'in', groups),
  );
  await tx.run(q.deleteFrom('group_users').where('user_id', '=', id));
}

/** What this area holds of a twin. */
export async function purgeTwin(tx: Transaction, twinId: string): Promise<void> {
  const invitations = q.selectFrom('invitations').select('id').where('twin_id', '=', twinId);
  await tx.run(q.deleteFrom('invitation_roles').where('invitation_id', 'in', invitations));
  const groups = q.selectFrom('groups').select('id').where('twin_id', '=', twinId);
  await tx.run(q.deleteFrom('group_users').where('group_id', 'in', groups));
  await tx.run(q.deleteFrom('group_directories').where('group_id', 'in', groups));
  for (const table of [
    'invitations',
    'groups',
    'members',
    'role_assignments',
    'roles',
    'shares',
    'access_jobs',
  ] as const) {
    await tx.run(q.deleteFrom(table).where('twin_id', '=', twinId));
  }
}
