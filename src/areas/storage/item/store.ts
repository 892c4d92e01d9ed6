import { sql } from 'kysely';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { newItemId } from '../../../std/item-id.ts';
import { fold } from '../../../std/text.ts';
import { deepest } from '../rules.ts';
import { fileKind, type ItemKind, type ItemRow, q, states } from '../tables.ts';

/** An item that can be reached, and the folders above it, its parent first and the root folder last. */
export interface ItemInTree {
  readonly row: ItemRow;
  readonly above: readonly ItemRow[];
}

/** An item and everything above it, whatever their states. */
const upwards = prepared((p: { id: string }) =>
  q
    .withRecursive('up', (db) =>
      db
        .selectFrom('storage_items')
        .selectAll()
        .select(sql<number>`0`.as('level'))
        .where('id', '=', p.id)
        .unionAll(
          db
            .selectFrom('storage_items as parent')
            .innerJoin('up', 'up.parent_id', 'parent.id')
            .selectAll('parent')
            .select(sql<number>`up.level + 1`.as('level')),
        ),
    )
    .selectFrom('up')
    .selectAll()
    .orderBy('level'),
);

/** Versions of as many items as there are ids: one query for each number of them, so that each is prepared. */
const versionsOf = Array.from({ length: deepest + 2 }, (_, count) =>
  prepared((p: Readonly<Record<number, string>>) =>
    q
      .selectFrom('storage_items')
      .select(['id', 'version', 'state'])
      .where(
        'id',
        'in',
        Array.from({ length: count }, (_, at) => p[at] ?? ''),
      ),
  ),
);

/** True when neither the item nor anything above it has changed since it was located. */
export async function isUnchanged(db: Reader, { row, above }: ItemInTree): Promise<boolean> {
  const then = [row, ...above];
  const query = versionsOf[then.length];
  if (query === undefined) return false;
  const now = await db.all(query, Object.fromEntries(then.map(({ id }, at) => [at, id])));
  const versions = new Map(now.map(({ id, version, state }) => [id, `${version} ${state}`]));
  return then.every(({ id, version, state }) => versions.get(id) === `${version} ${state}`);
}

/** A live folder or file below live folders only. */
export async function locateItem(db: Reader, id: string): Promise<ItemInTree | undefined> {
  const [row, ...above] = await db.all(upwards, { id });
  if (row?.state !== 'live') return undefined;
  const root = above.at(-1) ?? row;
  return root.parent_id === null && above.every((folder) => folder.state === 'live') ? { row, above } : undefined;
}

/** The same, where it is of that kind. */
export async function locate(db: Reader, id: string, kind: ItemKind): Promise<ItemInTree | undefined> {
  const found = await locateItem(db, id);
  return found?.row.kind === kind ? found : undefined;
}

/** The item itself as `above` of what lies in it. */
export const within = ({ row, above }: ItemInTree): readonly ItemRow[] => [row, ...above];

/** Names from below the root folder down to the item. */
export const pathOf = ({ row, above }: ItemInTree): string => {
  const names = row.parent_id === null ? [] : [row, ...above.slice(0, -1)].map((item) => item.name);
  return names.reverse().join('/');
};

const byId = prepared((p: { id: string }) => q.selectFrom('storage_items').selectAll().where('id', '=', p.id));

/** An item whatever its state. */
export const findItem = (db: Reader, id: string): Promise<ItemRow | undefined> => db.first(byId, { id });

/** A file in use or waiting for its first content; one whose upload has expired is not there any more. */
export async function findUploadable(db: Reader, id: string, now: number): Promise<ItemRow | undefined> {
  const row = await findItem(db, id);
  if (row?.kind !== fileKind) return undefined;
  return row.state === 'live' || (row.state === 'pending' && hasUpload(row, now)) ? row : undefined;
}

export const hasUpload = (row: ItemRow, now: number): row is ItemRow & { upload_id: string } =>
  row.upload_id !== null && (row.upload_due ?? 0) > now;

const named = prepared((p: { parent: string; kind: ItemKind; name: string }) =>
  q
    .selectFrom('storage_items')
    .selectAll()
    .where('parent_id', '=', p.parent)
    .where('kind', '=', p.kind)
    .where('name_folded', '=', p.name)
    .where('state', '=', states.live),
);

/** The live item of that kind in a folder that has the name, without case. */
export const findNamed = (db: Reader, parent: string, kind: ItemKind, name: string): Promise<ItemRow | undefined> =>
  db.first(named, { parent, kind, name: fold(name) });

/** True when another live item of that kind in the folder has the name, without case. */
export async function isNameTaken(db: Reader, row: Pick<ItemRow, 'id' | 'kind' | 'name'>, parent: string) {
  const other = await findNamed(db, parent, row.kind, row.name);
  return other !== undefined && other.id !== row.id;
}

const insert = prepared((p: ItemRow) =>
  q
    .insertInto('storage_items')
    .values({
      id: p.id,
      twin_id: p.twin_id,
      parent_id: p.parent_id,
      kind: p.kind,
      state: p.state,
      name: p.name,
      name_folded: p.name_folded,
      description: p.description,
      blob_id: p.blob_id,
      size: p.size,
      upload_id: p.upload_id,
      upload_due: p.upload_due,
      locked_by: p.locked_by,
      created: p.created,
      created_by: p.created_by,
      modified: p.modified,
      modified_by: p.modified_by,
      version: p.version,
      recycled: p.recycled,
      recycled_path: p.recycled_path,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

/** False when a live item of that kind in the folder has the name. */
export const insertItem = async (tx: Transaction, row: ItemRow): Promise<boolean> => (await tx.run(insert, row)) === 1;

export const updateItem = (tx: Transaction, id: string, change: Partial<ItemRow>): Promise<number> =>
  tx.run(q.updateTable('storage_items').set(change).where('id', '=', id));

interface NewItem {
  readonly twinId: string;
  readonly parentId: string | null;
  readonly kind: ItemKind;
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** The row of a new live item without content. */
export function newItem(item: NewItem, userId: string, now: number): ItemRow {
  return {
    id: newItemId(item.twinId, now),
    twin_id: item.twinId,
    parent_id: item.parentId,
    kind: item.kind,
    state: 'live',
    name: item.name,
    name_folded: fold(item.name),
    description: item.description ?? null,
    blob_id: null,
    size: 0,
    upload_id: null,
    upload_due: null,
    locked_by: null,
    created: now,
    created_by: userId,
    modified: now,
    modified_by: userId,
    version: 1,
    recycled: null,
    recycled_path: null,
  };
}
