import type { Reader } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { q, states } from '../tables.ts';

export interface HeldLock {
  readonly file: string;
  readonly locked_by: string;
}

/** Locked files are few: from each of them the way leads up, past the folder or not. */
const locksBelow = prepared((p: { twinId: string; folderId: string }) =>
  q
    .withRecursive('up', (db) =>
      db
        .selectFrom('storage_items')
        .select(['id as file', 'locked_by', 'parent_id as folder'])
        .where('twin_id', '=', p.twinId)
        .where('locked_by', 'is not', null)
        .where('state', '=', states.live)
        .unionAll(
          db
            .selectFrom('storage_items as parent')
            .innerJoin('up', 'up.folder', 'parent.id')
            .select(['up.file', 'up.locked_by', 'parent.parent_id as folder'])
            .where('parent.state', '=', states.live),
        ),
    )
    .selectFrom('up')
    .select(['file', 'locked_by'])
    .$narrowType<{ locked_by: string }>()
    .where('folder', '=', p.folderId),
);

/** The locks of all files anywhere below a folder. */
export const findLocksBelow = (db: Reader, folder: { id: string; twin_id: string }): Promise<HeldLock[]> =>
  db.all(locksBelow, { twinId: folder.twin_id, folderId: folder.id });
