import type { Ports } from '../../api/ports/ports.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { isUuid } from '../../std/ids.ts';
import { fold } from '../../std/text.ts';
import { type DataRow, q } from './tables.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('reality_data').selectAll().where('id', '=', p.id));

/** Whatever became of its item. */
export const findRow = (db: Reader, id: string): Promise<DataRow | undefined> =>
  isUuid(id) ? db.first(byId, { id: id.toLowerCase() }) : Promise.resolve(undefined);

/** Reality data whose item and twin are in use. */
export async function findData(
  db: Reader,
  id: string,
  { files, twins }: Pick<Ports, 'files' | 'twins'>,
): Promise<DataRow | undefined> {
  const row = await findRow(db, id);
  if (row === undefined || (await twins.find(db, row.twin_id)) === undefined) return undefined;
  return (await files.trees.find(db, row.item_id)) && row;
}

const associated = prepared((p: { id: string }) =>
  q.selectFrom('reality_data_twins').select('twin_id').where('data_id', '=', p.id).orderBy('twin_id'),
);

/** The twins whose members may read it, its own first; those that are deleted do not count. */
export async function twinsOf(db: Reader, row: DataRow, { twins }: Pick<Ports, 'twins'>): Promise<string[]> {
  const found = [row.twin_id];
  for (const { twin_id } of await db.all(associated, { id: row.id })) {
    if ((await twins.find(db, twin_id)) !== undefined) found.push(twin_id);
  }
  return found;
}

export const insertData = (tx: Transaction, row: DataRow): Promise<number> =>
  tx.run(q.insertInto('reality_data').values(row));

export const updateData = (tx: Transaction, id: string, change: Partial<DataRow>): Promise<number> =>
  tx.run(q.updateTable('reality_data').set(change).where('id', '=', id));

export const removeAssociation = (tx: Transaction, id: string, twinId: string): Promise<number> =>
  tx.run(q.deleteFrom('reality_data_twins').where('data_id', '=', id).where('twin_id', '=', twinId));

type Searched = Pick<DataRow, 'display_name' | 'description' | 'dataset' | 'group_name' | 'acquirer' | 'tags'> &
  Pick<DataRow, 'root_document' | 'found_root'>;

/** The columns that lists look in, made anew with every change of what they are made of. */
export const searchColumns = (row: Searched): Pick<DataRow, 'search' | 'name_folded'> => ({
  name_folded: fold(row.display_name),
  search: fold(
    [
      row.display_name,
      row.description,
      row.dataset,
      row.group_name,
      row.acquirer,
      row.root_document ?? row.found_root,
      ...tagsOf(row),
    ]
      .filter((part) => part !== null)
      .join('\n'),
  ),
});

export const tagsOf = ({ tags }: Pick<DataRow, 'tags'>): string[] => JSON.parse(tags);
