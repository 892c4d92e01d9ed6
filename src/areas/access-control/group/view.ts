import type { Static } from 'typebox';
import type { People, User } from '../../../kernel/callers/people.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { ownerView, usersById } from '../member/view.ts';
import type { GroupRow } from '../tables.ts';
import type { group } from './schema.ts';
import { contentsOf, type GroupContent } from './store.ts';

type View = Static<typeof group>;

/** Group */
function groupView(row: GroupRow, content: GroupContent, users: ReadonlyMap<string, User>): View {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    members: content.users.map((id) => ({ userId: id, ...ownerView(id, users.get(id)) })),
    imsGroups: [...content.directories],
    membersCount: content.userCount,
    imsGroupsCount: content.directoryCount,
  };
}

/** Groups with what is in them. */
export async function groupViews(db: Reader, users: People, rows: readonly GroupRow[]): Promise<View[]> {
  const contentOf = await contentsOf(
    db,
    rows.map((row) => row.id),
  );
  const known = await usersById(
    users,
    db,
    rows.flatMap((row) => contentOf(row.id).users),
  );
  return rows.map((row) => groupView(row, contentOf(row.id), known));
}
