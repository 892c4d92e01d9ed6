import { fail } from '../../../api/http/problem.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { People } from '../../../kernel/callers/people.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { fold } from '../../../std/text.ts';
import { isEmail } from '../body-rules.ts';
import { directoryNotFound, memberNotFound } from '../errors.ts';
import { isInternal } from '../invitation/invite.ts';
import { type GroupRow, q } from '../tables.ts';
import { directoriesIn, usersIn } from './store.ts';

/** A list of a group as it is and as it is to be. */
export interface Replacement {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The users of a group by id, and the e-mails that can only be invited. */
export interface UserReplacement extends Replacement {
  readonly invited: readonly string[];
}

/**
 * The users behind the e-mails of a request. Those in the group already are known even when they can no longer sign
 * in. Into groups of an Account external people are invited; elsewhere every e-mail must be a known user's.
 */
export async function replaceUsers(
  tx: Transaction,
  twin: TwinFacts,
  group: GroupRow,
  emails: readonly string[],
  users: People,
) {
  const before = await usersIn(tx, group.id);
  const stored = new Map((await users.byIds(tx, before)).map((user) => [fold(user.email), user.id]));
  const after: string[] = [];
  const invited: string[] = [];
  for (const [place, email] of emails.entries()) {
    const id = stored.get(fold(email));
    const user = id === undefined ? await users.byEmail(tx, email) : undefined;
    const mayJoin = twin.class !== 'Account' || (user && isInternal(user, twin));
    if (id !== undefined) after.push(id);
    else if (user && mayJoin) after.push(user.id);
    else if (twin.class === 'Account' && isEmail(email)) invited.push(email);
    else return fail(memberNotFound, { target: `members[${place}]` });
  }
  return { before, after, invited };
}

/** The directory groups of a request; one that is stored already need not have users any more. */
export async function replaceDirectories(tx: Transaction, group: GroupRow, names: readonly string[], users: People) {
  const before = await directoriesIn(tx, group.id);
  for (const [place, name] of names.entries()) {
    if (before.includes(name) || (await users.groupExists(tx, name))) continue;
    return fail(directoryNotFound, { target: `imsGroups[${place}]` });
  }
  return { before, after: names };
}

export const isReplaced = ({ before, after }: Replacement): boolean =>
  before.length !== after.length || before.some((value, place) => value !== after[place]);

export const adds = ({ before, after }: Replacement): boolean => after.some((value) => !before.includes(value));
export const removes = ({ before, after }: Replacement): boolean => before.some((value) => !after.includes(value));

export async function storeUsers(tx: Transaction, groupId: string, userIds: readonly string[]): Promise<void> {
  await tx.run(q.deleteFrom('group_users').where('group_id', '=', groupId));
  const rows = userIds.map((user_id, place) => ({ group_id: groupId, user_id, place }));
  if (rows.length > 0) await tx.run(q.insertInto('group_users').values(rows));
}

export async function storeDirectories(tx: Transaction, groupId: string, names: readonly string[]): Promise<void> {
  await tx.run(q.deleteFrom('group_directories').where('group_id', '=', groupId));
  const rows = names.map((directory, place) => ({ group_id: groupId, directory, place }));
  if (rows.length > 0) await tx.run(q.insertInto('group_directories').values(rows));
}
