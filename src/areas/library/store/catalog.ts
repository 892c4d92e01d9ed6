import type { Page } from '../../../api/query/paging.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type CatalogRow, q } from '../tables.ts';
import { containsAny } from './search.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('library_catalogs').selectAll().where('id', '=', p.id));

/** A catalog of the library of the Account. */
export async function findCatalog(
  db: Reader,
  accountId: string | undefined,
  id: string,
): Promise<CatalogRow | undefined> {
  const row = await db.first(byId, { id: id.toLowerCase() });
  return row?.account_id === accountId ? row : undefined;
}

/** A page by name, with one row more where there are more. */
export function catalogsOf(
  db: Reader,
  accountId: string,
  words: readonly string[],
  { skip, top }: Page,
): Promise<CatalogRow[]> {
  let query = q.selectFrom('library_catalogs').selectAll().where('account_id', '=', accountId);
  if (words.length > 0) query = query.where(containsAny(words));
  return db.all(
    query
      .orderBy('name_folded')
      .orderBy('id')
      .limit(top + 1)
      .offset(skip),
  );
}

/** Which of these the library has. */
export async function knownCatalogs(db: Reader, accountId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const catalogs = q.selectFrom('library_catalogs').select('id').where('account_id', '=', accountId);
  return (await db.all(catalogs.where('id', 'in', ids))).map(({ id }) => id);
}

/** False when the name is taken. */
export const insertCatalog = async (tx: Transaction, row: CatalogRow): Promise<boolean> =>
  (await tx.run(
    q
      .insertInto('library_catalogs')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )) === 1;

export const catalogNamesake = (db: Reader, row: CatalogRow): Promise<Pick<CatalogRow, 'id'> | undefined> =>
  db.first(
    q
      .selectFrom('library_catalogs')
      .select('id')
      .where('account_id', '=', row.account_id)
      .where('name_folded', '=', row.name_folded)
      .where('id', '<>', row.id),
  );

export const updateCatalogRow = (tx: Transaction, row: CatalogRow): Promise<number> =>
  tx.run(q.updateTable('library_catalogs').set(row).where('id', '=', row.id));

/** Its components lose it and stay; false when it is gone already. */
export async function deleteCatalogRow(tx: Transaction, id: string, now: number): Promise<boolean> {
  const members = q.selectFrom('library_catalog_places').select('component_id').where('catalog_id', '=', id);
  const components = q.updateTable('library_components').set((value) => ({
    modified: now,
    revision: value('revision', '+', 1),
  }));
  await tx.run(components.where('id', 'in', members));
  await tx.run(q.deleteFrom('library_catalog_places').where('catalog_id', '=', id));
  return (await tx.run(q.deleteFrom('library_catalogs').where('id', '=', id))) === 1;
}
