import { type Failed, fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Actor } from '../../../kernel/audit.ts';
import type { Caller, User } from '../../../kernel/callers/people.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { memberNotFound, twinNotFound } from '../errors.ts';
import { addOrInvite } from '../invitation/invite.ts';
import { actingIn, mayGive, mayTake, setRoles, without } from '../member/membership.ts';
import { requestedRoles } from '../member/store.ts';
import { rolesOf } from '../role/store.ts';
import type { RoleRow } from '../tables.ts';
import type { JobActions } from './schema.ts';

type Action = 'assignRoles' | 'unassignRoles' | 'removeMembers';

/** One entry of a job's actions. */
export interface Entry {
  readonly action: Action;
  /** Where it stands in the actions, e.g. `assignRoles[0]`. */
  readonly target: string;
  readonly email: string;
  readonly roleIds: readonly string[];
}

/** All entries in the order of their execution. */
export function entriesOf({ assignRoles = [], unassignRoles = [], removeMembers = [] }: JobActions): Entry[] {
  const entry = (action: Action) => (given: { email: string; roleIds?: string[] }, place: number) => ({
    action,
    target: `${action}[${place}]`,
    email: given.email,
    roleIds: given.roleIds ?? [],
  });
  return [
    ...assignRoles.map(entry('assignRoles')),
    ...unassignRoles.map(entry('unassignRoles')),
    ...removeMembers.map(entry('removeMembers')),
  ];
}

export interface Performer {
  readonly caller: Caller;
  readonly by: Actor;
  readonly ports: Ports;
  readonly now: number;
}

/** The person of an entry, and the roles they hold in the twin. */
interface Subject {
  readonly user: User | undefined;
  readonly held: readonly RoleRow[];
}

/** Carries out one entry under the rights that the caller has now; a refusal says what is wrong with it. */
export async function perform(
  tx: Transaction,
  twinId: string,
  entry: Entry,
  actor: Performer,
): Promise<Failed | undefined> {
  const access = await actor.ports.access.of(tx, actor.caller, twinId);
  if (!access?.visible) return fail(twinNotFound);
  const needed = entry.action === 'removeMembers' ? 'administration_remove_member' : 'administration_invite_member';
  if (!access.may(needed)) return mayNot(entry);
  const user = await actor.ports.people.byEmail(tx, entry.email);
  const held = user ? await rolesOf(tx, twinId, { type: 'User', id: user.id }) : [];
  return actions[entry.action](tx, access, entry, { user, held }, actor);
}

type Perform = (
  tx: Transaction,
  access: Access,
  entry: Entry,
  subject: Subject,
  actor: Performer,
) => Promise<Failed | undefined>;

const mayNot = (entry: Entry) => fail(problems.insufficientPermissions, { target: entry.target });
const noMember = (entry: Entry) => fail(memberNotFound, { target: `${entry.target}.email` });

const assign: Perform = async (tx, access, entry, { user, held }, actor) => {
  const roles = await rolesFor(tx, access, entry);
  if (isFailed(roles)) return roles;
  const gained = without(roles, held);
  if (!mayGive(access, gained)) return mayNot(entry);
  const { twin } = access;
  if (user && held.length > 0) {
    await setRoles(tx, actingIn(twin, actor), { type: 'User', id: user.id }, [...held, ...gained]);
  } else {
    await addOrInvite(tx, { twin, ...actor }, { email: entry.email, user }, roles);
  }
  return undefined;
};

const unassign: Perform = async (tx, access, entry, { user, held }, actor) => {
  if (user === undefined || held.length === 0) return noMember(entry);
  const roles = await rolesFor(tx, access, entry);
  if (isFailed(roles)) return roles;
  const kept = without(held, roles);
  if (!mayTake(access, without(held, kept))) return mayNot(entry);
  await setRoles(tx, actingIn(access.twin, actor), { type: 'User', id: user.id }, kept);
  return undefined;
};

const remove: Perform = async (tx, access, entry, { user, held }, actor) => {
  if (user === undefined || held.length === 0) return noMember(entry);
  if (!mayTake(access, held)) return mayNot(entry);
  await setRoles(tx, actingIn(access.twin, actor), { type: 'User', id: user.id }, []);
  return undefined;
};

const actions: Readonly<Record<Action, Perform>> = {
  assignRoles: assign,
  unassignRoles: unassign,
  removeMembers: remove,
};

const rolesFor = (tx: Transaction, { twin }: Access, { roleIds, target }: Entry) =>
  requestedRoles(tx, twin, 'User', roleIds, (place) => `${target}.roleIds[${place}]`);
