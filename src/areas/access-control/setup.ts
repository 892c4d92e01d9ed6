import type { GivenMember } from '../../api/ports/access.ts';
import type { Ports } from '../../api/ports/ports.ts';
import { theSystem } from '../../kernel/audit.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { fold } from '../../std/text.ts';
import { setRoles } from './member/membership.ts';
import { rolesDefinedOn, rolesOf } from './role/store.ts';

/** Gives a person the named roles besides those already held; answers what is wrong, if anything. */
export async function ensureMember(
  tx: Transaction,
  given: GivenMember,
  ports: Ports,
  now: number,
): Promise<string | undefined> {
  const twin = await ports.twins.find(tx, given.twin.toLowerCase());
  if (twin === undefined) return `there is no twin ${given.twin}.`;
  const user = await ports.people.byEmail(tx, given.email);
  if (user === undefined) return 'there is no such user.';
  const own = await rolesDefinedOn(tx, twin.id);
  const inherited = twin.id === twin.accountId ? [] : await rolesDefinedOn(tx, twin.accountId);
  const assignable = [...own, ...inherited.filter((role) => role.built_in !== 'Owner')];
  const wanted = given.roles.map((name) => assignable.find((role) => fold(role.display_name) === fold(name)) ?? name);
  const unknown = wanted.find((role) => typeof role === 'string');
  if (unknown !== undefined) return `the twin and its account have no role '${unknown}'.`;
  const member = { type: 'User', id: user.id } as const;
  const held = await rolesOf(tx, twin.id, member);
  const more = wanted
    .filter((role) => typeof role !== 'string')
    .filter((role) => !held.some((one) => one.id === role.id));
  await setRoles(tx, { twin, by: theSystem, now, ports }, member, [...held, ...new Set(more)]);
  return undefined;
}
