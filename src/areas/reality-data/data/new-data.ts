import type { StoredItem } from '../../../api/ports/files.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { partsOfItemId } from '../../../std/item-id.ts';
import { insertData, searchColumns } from '../store.ts';
import type { DataRow } from '../tables.ts';
import { unstructured } from '../types.ts';

/** The folder of a twin in which new ones are made. */
const homeFolder = 'Reality data';

interface Home {
  readonly twinId: string;
  readonly name: string;
  readonly ownerId: string;
}

/** A new empty folder for reality data. */
export async function newHome(tx: Transaction, { twinId, name, ownerId }: Home, { files }: Pick<Ports, 'files'>) {
  return files.trees.newFolder(tx, await homeOf(tx, { twinId, ownerId }, { files }), name, ownerId);
}

/** The folder of a twin in which reality data is made, or into which it is moved. */
export const homeOf = (tx: Transaction, { twinId, ownerId }: Omit<Home, 'name'>, { files }: Pick<Ports, 'files'>) =>
  files.trees.ensureFolder(tx, twinId, homeFolder, ownerId);

export const guidOf = ({ id }: Pick<StoredItem, 'id'>): string => partsOfItemId(id)?.guid ?? '';

interface NewFacts {
  readonly name: string;
  readonly ownerId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The row of an item of which nothing is known yet. */
export const newRow = (item: StoredItem, { name, ownerId, now }: NewFacts): DataRow => ({
  id: guidOf(item),
  twin_id: item.twinId,
  item_id: item.id,
  type: unstructured,
  declared: 0,
  display_name: name,
  found_root: null,
  dataset: null,
  group_name: null,
  description: null,
  attribution: null,
  terms: null,
  root_document: null,
  tags: '[]',
  acquired_from: null,
  acquired_to: null,
  acquirer: null,
  west: null,
  south: null,
  east: null,
  north: null,
  crs_id: null,
  crs_vertical: null,
  authoring: 0,
  workspace: 0,
  classification: 'Undefined',
  owner_id: ownerId,
  size_bytes: 0,
  content: null,
  search: '',
  name_folded: '',
  version: 1,
  created: now,
  modified: now,
  accessed: now,
});

/** Inserts a row with what is declared of it. */
export async function insertNew(tx: Transaction, base: DataRow, declared: Partial<DataRow>): Promise<DataRow> {
  const row = { ...base, ...declared };
  const whole = { ...row, ...searchColumns(row) };
  await insertData(tx, whole);
  return whole;
}
