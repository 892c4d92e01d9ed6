import { sql } from 'kysely';
import type { Reader } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { fileKind, type ItemRow, q, states } from '../tables.ts';

const idsPerQuery = 500;

const treeOf = prepared(
  (p: { id: string }) =>
    q
      .withRecursive('tree', (db) =>
        db
          .selectFrom('storage_items')
          .select(['id', 'parent_id', 'kind'])
          .where('id', '=', p.id)
          .unionAll(
            db
              .selectFrom('storage_items as child')
              .innerJoin('tree', 'tree.id', 'child.parent_id')
              .select(['child.id', 'child.parent_id', 'child.kind'])
              .where('child.state', '=', states.live),
          ),
      )
      .selectFrom('storage_items as item')
      .selectAll('item')
      .where('item.id', 'in', (eb) => eb.selectFrom('tree').select('tree.id')), // a join would read all items of all twins
);

/** An item with all that is below it, what lies in the recycle bin and what is not uploaded yet among it; it comes first. */
export const wholeTree = async (db: Reader, id: string): Promise<ItemRow[]> => {
  const rows = await db.all(everythingBelow, { id });
  return [...rows.filter((row) => row.id === id), ...rows.filter((row) => row.id !== id)];
};

const everythingBelow = prepared(
  (p: { id: string }) =>
    q
      .withRecursive('tree', (db) =>
        db
          .selectFrom('storage_items')
          .select('id')
          .where('id', '=', p.id)
          .unionAll(
            db.selectFrom('storage_items as child').innerJoin('tree', 'tree.id', 'child.parent_id').select('child.id'),
          ),
      )
      .selectFrom('storage_items as item')
      .selectAll('item')
      .where('item.id', 'in', (eb) => eb.selectFrom('tree').select('tree.id')), // a join would read all items of all twins
);

/** A file, and its path below the item that was asked for. */
export interface FileAt {
  readonly row: ItemRow;
  readonly path: string;
}

/** Every live file below an item that is in use, or the item itself where it is a file. */
export async function filesBelow(db: Reader, id: string): Promise<FileAt[]> {
  const rows = await db.all(treeOf, { id });
  const paths = new Map<string, string>();
  const known = new Map(rows.map((row) => [row.id, row]));
  const pathOf = (row: ItemRow): string => {
    const found = paths.get(row.id);
    if (found !== undefined) return found;
    const parent = row.id === id || row.parent_id === null ? undefined : known.get(row.parent_id);
    const above = parent === undefined || parent.id === id ? '' : `${pathOf(parent)}/`;
    const path = above + row.name;
    paths.set(row.id, path);
    return path;
  };
  return rows.filter((row) => row.kind === fileKind).map((row) => ({ row, path: pathOf(row) }));
}

/** Those of the items that are live below live folders only. */
export async function itemsInUse(db: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let first = 0; first < ids.length; first += idsPerQuery) {
    for (const { item } of await db.all(chainsOf(ids.slice(first, first + idsPerQuery)))) found.add(item);
  }
  return found;
}

const chainsOf = (ids: readonly string[]) =>
  q
    .withRecursive('up', (db) =>
      db
        .selectFrom('storage_items')
        .select(['id as item', 'parent_id as above', 'state'])
        .where('id', 'in', ids)
        .unionAll(
          db
            .selectFrom('storage_items as parent')
            .innerJoin('up', 'up.above', 'parent.id')
            .select(['up.item', 'parent.parent_id as above', 'parent.state']),
        ),
    )
    .selectFrom('up')
    .select('item')
    .groupBy('item')
    .having(sql<number>`sum(case when state = 'live' then 0 else 1 end)`, '=', 0)
    .having(sql<number>`sum(case when above is null then 1 else 0 end)`, '=', 1);
