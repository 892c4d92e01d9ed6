import { condition } from '../../../kernel/db/condition.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { nilUuid } from '../../../std/ids.ts';
import { itemIdOf, partsOfItemId } from '../../../std/item-id.ts';
import { fileKind, folderKind, type ItemRow, q, states } from '../tables.ts';

const idsPerQuery = 500;

/** The root folder of a twin and every folder that can be reached from it. */
const foldersOf = prepared((p: { twinId: string }) =>
  q
    .withRecursive('reachable', (db) =>
      db
        .selectFrom('storage_items')
        .select('id')
        .where('twin_id', '=', p.twinId)
        .where('parent_id', 'is', null)
        .where('state', '=', states.live)
        .unionAll(
          db
            .selectFrom('storage_items as child')
            .innerJoin('reachable', 'reachable.id', 'child.parent_id')
            .select('child.id')
            .where('child.kind', '=', folderKind)
            .where('child.state', '=', states.live),
        ),
    )
    .selectFrom('reachable')
    .select('id'),
);

/** Those of some files of a twin that are live below live folders only, in no order. */
export async function liveFiles(db: Reader, twinId: string, ids: readonly string[]): Promise<ItemRow[]> {
  if (ids.length === 0) return [];
  const folders = new Set((await db.all(foldersOf, { twinId })).map((folder) => folder.id));
  const files: ItemRow[] = [];
  for (let first = 0; first < ids.length; first += idsPerQuery) {
    const some = q
      .selectFrom('storage_items')
      .selectAll()
      .where('id', 'in', ids.slice(first, first + idsPerQuery))
      .where('kind', '=', fileKind)
      .where('state', '=', states.live);
    files.push(...(await db.all(some)));
  }
  return files.filter((file) => file.parent_id !== null && folders.has(file.parent_id));
}

const endOf = (guid: string): string => itemIdOf({ twinId: nilUuid, guid }).slice(22);
const byEnd = prepared((p: { end: string }) =>
  q.selectFrom('storage_items').select('id').where(condition`substr(id, 23) = ${p.end}`),
);

/** The id of the item with this GUID in whatever twin; 22 characters of an id hold the twin's, and four bits of it. */
export async function idOfGuid(db: Reader, guid: string): Promise<string | undefined> {
  const rows = await db.all(byEnd, { end: endOf(guid) });
  return rows.find(({ id }) => partsOfItemId(id)?.guid === guid)?.id;
}
