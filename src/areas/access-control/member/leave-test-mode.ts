import type { AccessControl } from '../../../api/ports/access.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import { rolesDefinedOn, rolesOf } from '../role/store.ts';
import { q } from '../tables.ts';
import { setRoles } from './membership.ts';

/** Applications of tests have no place in a production twin: their own users leave it, and its groups. */
export const leaveTestModeWith =
  (ports: Pick<Ports, 'audit' | 'events' | 'people'>): AccessControl['leaveTestMode'] =>
  async (tx, twin, { by, now }, owner) => {
    const groups = q.selectFrom('groups').select('id').where('twin_id', '=', twin.id);
    const members = q.selectFrom('members').select('member_id as id').where('member_type', '=', 'User');
    const inGroups = q.selectFrom('group_users').select('user_id as id').where('group_id', 'in', groups);
    const users = await tx.all(members.where('twin_id', '=', twin.id).union(inGroups));
    const tests = await ports.people.ofTestApplications(
      tx,
      users.map(({ id }) => id),
    );
    const acting = { twin, by, now, ports };
    if (owner !== undefined) {
      const member = { type: 'User', id: owner } as const;
      const held = await rolesOf(tx, twin.id, member);
      const own = (await rolesDefinedOn(tx, twin.id)).filter((role) => role.built_in === 'Owner');
      const more = own.filter((role) => !held.some(({ id }) => id === role.id));
      await setRoles(tx, acting, member, [...held, ...more]);
    }
    for (const id of tests) await setRoles(tx, acting, { type: 'User', id }, []);
    if (tests.length === 0) return;
    await tx.run(q.deleteFrom('group_users').where('user_id', 'in', tests).where('group_id', 'in', groups));
  };
