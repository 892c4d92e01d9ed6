import type { Reader } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { fileKind, folderKind, type ItemRow, q, states } from './tables.ts';

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
