import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { fold } from '../../../std/text.ts';
import { groupNotFound, invalidGroup } from '../errors.ts';
import { invite } from '../invitation/invite.ts';
import { invitationsOf } from '../invitation/store.ts';
import { mayGive } from '../member/membership.ts';
import { aboutGroup, recordIn } from '../recording.ts';
import { rolesOf } from '../role/store.ts';
import { type GroupRow, q } from '../tables.ts';
import {
  adds,
  isReplaced,
  type Replacement,
  removes,
  replaceDirectories,
  replaceUsers,
  storeDirectories,
  storeUsers,
  type UserReplacement,
} from './content.ts';
import { oneGroupReply } from './create.ts';
import { nameTaken } from './rules.ts';
import type { groupUpdate } from './schema.ts';
import { findGroup, isNameTaken } from './store.ts';

type Body = Static<typeof groupUpdate>;

/** What an update does to the lists of a group. */
interface Plan {
  readonly users: UserReplacement;
  readonly directories: Replacement;
}

const untouched = { before: [], after: [], invited: [] };

/** Changes a group; who comes in has its roles at the next request, on every twin where it is a member. */
export async function updateGroup(access: Access, groupId: string, body: Body, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findGroup(tx, [access.twin.id], groupId);
    if (row === undefined) return fail(groupNotFound);
    const name = body.name ?? row.name;
    const named = { ...row, name, name_folded: fold(name), description: body.description ?? row.description };
    if (await isNameTaken(tx, named)) return fail(invalidGroup, { details: [nameTaken] });
    const plan = await planOf(tx, access, row, body, context);
    if (isFailed(plan)) return plan;
    if (!(await mayDo(tx, access, row, plan))) return fail(problems.insufficientPermissions);
    await inviteAll(tx, access, row, plan.users.invited, context);
    const updated = await store(tx, row, named, plan);
    if (updated !== row) await recordIn(tx, access.twin, context, 'group.changed', aboutGroup(updated), peopleIn(plan));
    return updated;
  });
  return isFailed(outcome) ? outcome : oneGroupReply(200, outcome, context);
}

/** How many came and went. */
function peopleIn({ users, directories }: Plan): string {
  const count = ({ before, after }: Replacement) => {
    const [added, removed] = [
      after.filter((one) => !before.includes(one)),
      before.filter((one) => !after.includes(one)),
    ];
    return { added: added.length, removed: removed.length };
  };
  const [people, groups] = [count(users), count(directories)];
  return `${people.added} people and ${groups.added} directory groups added, ${people.removed} and ${groups.removed} removed`;
}

async function planOf(tx: Transaction, { twin }: Access, row: GroupRow, body: Body, { ports }: Context) {
  const users = body.members ? await replaceUsers(tx, twin, row, body.members, ports.people) : untouched;
  if (isFailed(users)) return users;
  const directories = body.imsGroups ? await replaceDirectories(tx, row, body.imsGroups, ports.people) : untouched;
  if (isFailed(directories)) return directories;
  return { users, directories };
}

/** Who brings somebody into a group gives them the group's roles. */
async function mayDo(tx: Transaction, access: Access, row: GroupRow, { users, directories }: Plan): Promise<boolean> {
  const adding = adds(users) || adds(directories) || users.invited.length > 0;
  const removing = removes(users) || removes(directories);
  if (removing && !access.may('administration_remove_member')) return false;
  if (!adding) return true;
  const given = await rolesOf(tx, access.twin.id, { type: 'Group', id: row.id });
  return access.may('administration_invite_member') && mayGive(access, given);
}

/** A further invitation into the same group would say nothing new: one at a time. */
async function inviteAll(
  tx: Transaction,
  { twin }: Access,
  group: GroupRow,
  emails: readonly string[],
  { caller, by, ports, now }: Context,
): Promise<void> {
  for (const email of emails) {
    const waiting = await invitationsOf(tx, email, now, twin.id);
    if (waiting.some((one) => one.group_id === group.id)) continue;
    await invite(tx, { twin, caller, by, ports, now }, email, { group });
  }
}

async function store(tx: Transaction, row: GroupRow, named: GroupRow, { users, directories }: Plan): Promise<GroupRow> {
  const renamed = named.name !== row.name || named.description !== row.description;
  if (isReplaced(users)) await storeUsers(tx, row.id, users.after);
  if (isReplaced(directories)) await storeDirectories(tx, row.id, directories.after);
  if (!renamed && !isReplaced(users) && !isReplaced(directories)) return row;
  const updated = { ...named, version: row.version + 1 };
  await tx.run(q.updateTable('groups').set(updated).where('id', '=', row.id));
  return updated;
}
