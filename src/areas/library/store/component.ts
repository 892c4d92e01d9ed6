import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import type { Library } from '../access.ts';
import { type ComponentRow, q } from '../tables.ts';
import { suffixesOf } from './search.ts';

/** A component with what its answers show besides its row. */
export interface Component {
  readonly row: ComponentRow;
  /** Ids of the catalogs that it is in. */
  readonly catalogs: readonly string[];
  /** Extensions of its design files in use, in capital letters. */
  readonly fileTypes: readonly string[];
}

const byId = prepared((p: { id: string }) => q.selectFrom('library_components').selectAll().where('id', '=', p.id));

/** The row of a component that can be seen in the library. */
export async function findComponentRow(
  db: Reader,
  { account, project }: Library,
  id: string,
): Promise<ComponentRow | undefined> {
  const row = await db.first(byId, { id: id.toLowerCase() });
  if (row === undefined || row.account_id !== account?.id) return undefined;
  return project === undefined || row.state === 'Published' ? row : undefined;
}

export async function findComponent(db: Reader, library: Library, id: string): Promise<Component | undefined> {
  const row = await findComponentRow(db, library, id);
  return row && wholeOf(db, row);
}

export async function wholeOf(db: Reader, row: ComponentRow): Promise<Component> {
  const [whole] = await wholesOf(db, [row]);
  return whole ?? { row, catalogs: [], fileTypes: [] };
}

/** Rows with their catalogs and file types. */
export async function wholesOf(db: Reader, rows: readonly ComponentRow[]): Promise<Component[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const places = await db.all(
    q.selectFrom('library_catalog_places').selectAll().where('component_id', 'in', ids).orderBy('catalog_id'),
  );
  const designs = await db.all(
    q
      .selectFrom('library_documents')
      .select(['parent_id', 'extension'])
      .where('parent_id', 'in', ids)
      .where('purpose', '=', 'Design')
      .where('available', '=', 1)
      .where('active', '=', 1),
  );
  const catalogs = Map.groupBy(places, (place) => place.component_id);
  const files = Map.groupBy(designs, (design) => design.parent_id);
  return rows.map((row) => ({
    row,
    catalogs: (catalogs.get(row.id) ?? []).map((place) => place.catalog_id),
    fileTypes: [...new Set((files.get(row.id) ?? []).map(({ extension }) => extension.toUpperCase()))].sort(),
  }));
}

const rowsPerInsert = 200;

/** A new component with its places in catalogs. */
export async function insertComponent(tx: Transaction, row: ComponentRow, catalogIds: readonly string[]) {
  await tx.run(q.insertInto('library_components').values(row));
  await insertEndings(tx, row);
  await insertPlaces(tx, row, catalogIds);
}

/** Puts another content in the place of the one before. */
export async function replaceComponent(
  tx: Transaction,
  before: ComponentRow,
  row: ComponentRow,
  catalogIds: readonly string[],
) {
  await tx.run(q.updateTable('library_components').set(row).where('id', '=', row.id));
  if (row.search !== before.search) {
    await deleteEndings(tx, before);
    await insertEndings(tx, row);
  }
  await tx.run(q.deleteFrom('library_catalog_places').where('component_id', '=', row.id));
  await insertPlaces(tx, row, catalogIds);
}

/** False when it is gone already. What belongs to it is removed by `deleteChildren`. */
export async function deleteComponentRow(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.first(byId, { id });
  if (row === undefined) return false;
  await deleteEndings(tx, row);
  await tx.run(q.deleteFrom('library_catalog_places').where('component_id', '=', id));
  return (await tx.run(q.deleteFrom('library_components').where('id', '=', id))) === 1;
}

async function insertEndings(tx: Transaction, { id, account_id, name_folded, search }: ComponentRow): Promise<void> {
  const rows = suffixesOf(search).map((ending) => ({ account_id, ending, name_folded, component_id: id }));
  for (let first = 0; first < rows.length; first += rowsPerInsert) {
    await tx.run(q.insertInto('library_component_endings').values(rows.slice(first, first + rowsPerInsert)));
  }
}

/** They are found by what they say: an index by component would cost each of them as much again. */
async function deleteEndings(tx: Transaction, { id, account_id, name_folded, search }: ComponentRow): Promise<void> {
  const endings = suffixesOf(search);
  for (let first = 0; first < endings.length; first += rowsPerInsert) {
    const some = endings.slice(first, first + rowsPerInsert);
    const rows = q.deleteFrom('library_component_endings').where('account_id', '=', account_id);
    await tx.run(
      rows.where('ending', 'in', some).where('name_folded', '=', name_folded).where('component_id', '=', id),
    );
  }
}

async function insertPlaces(tx: Transaction, { id, name_folded }: ComponentRow, catalogIds: readonly string[]) {
  if (catalogIds.length === 0) return;
  const rows = catalogIds.map((catalog_id) => ({ catalog_id, name_folded, component_id: id }));
  await tx.run(q.insertInto('library_catalog_places').values(rows));
}
