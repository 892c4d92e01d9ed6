import { sql } from 'kysely';
import {
  type ArchivedTwin,
  type AreaArchive,
  archiveKind,
  type Choices,
  type LeftOut,
} from '../../api/archive/kind.ts';
import { condition } from '../../kernel/db/condition.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { itemRules } from './archived-rules.ts';
import { q, states } from './tables.ts';

const firstDepth = sql<number>`0`;
const nextDepth = sql<number>`depth + 1`;

/** What can be reached from the root folder, and how deep it lies. What is deleted for good is not even below something. */
const reachable = (twinId: string, { recycleBin }: Choices) =>
  q
    .withRecursive('reachable', (db) =>
      db
        .selectFrom('storage_items')
        .select(['id', firstDepth.as('depth')])
        .where('twin_id', '=', twinId)
        .where('parent_id', 'is', null)
        .unionAll(
          db
            .selectFrom('storage_items as child')
            .innerJoin('reachable', 'reachable.id', 'child.parent_id')
            .select(['child.id', nextDepth.as('depth')])
            .where('child.state', 'in', recycleBin ? [states.live, states.recycled] : [states.live]),
        ),
    )
    .selectFrom('reachable');

/** Parents before their children, items of one parent by id. */
const parentsFirst = ({ twinId, choices }: ArchivedTwin) =>
  q
    .selectFrom('storage_items as item')
    .innerJoin(reachable(twinId, choices).selectAll().as('place'), 'place.id', 'item.id')
    .selectAll('item')
    .orderBy('place.depth')
    .orderBy('item.id');

/** What of the tables of this area goes into the archive of a twin. */
export const storageArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'storage/item',
      table: 'storage_items',
      order: 30,
      columns: `id=key:item* twin_id=twin parent_id=ref:storage/item? kind=int state=text name=text name_folded=-
description=text? blob_id=blob? size=int upload_id=- upload_due=- locked_by=person? created=time
created_by=person modified=time modified_by=person version=int recycled=order? recycled_path=text?`,
      note: 'States live and recycled (the latter unless recycleBin is false, with everything below them); pending and gone are not archived. Parents come before children. Root folder maps to the root of the new twin.',
      where: ({ twinId, choices }) => condition`id in ${reachable(twinId, choices).select('id')}`,
      rows: parentsFirst,
      ...itemRules,
    }),
  ],
  excused: {},
  leftOut,
};

async function leftOut(db: Reader, { twinId, choices }: ArchivedTwin): Promise<LeftOut[]> {
  const waiting = q
    .selectFrom('storage_items')
    .select('id')
    .where('parent_id', 'in', reachable(twinId, choices).select('id'))
    .where('state', '=', states.pending);
  const { length: count } = await db.all(waiting);
  const message = 'Files were not uploaded yet.';
  return count === 0 ? [] : [{ code: 'PendingUpload', kind: 'storage/item', count, message }];
}
