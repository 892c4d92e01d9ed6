import type { Ports } from '../../api/ports/ports.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { ItemRow } from './tables.ts';

type FileEvent = 'storage.fileCreated.v1' | 'storage.fileUpdated.v1' | 'storage.fileDeleted.v1';

export type Raising = Pick<Ports, 'events' | 'twins'>;

/** Tells subscribers of what a person did to an item, in the transaction of the change. */
export async function tellSubscribers(
  tx: Transaction,
  type: FileEvent,
  row: Pick<ItemRow, 'id' | 'twin_id' | 'parent_id' | 'name'>,
  userId: string,
  { events, twins }: Raising,
): Promise<void> {
  const twin = await twins.find(tx, row.twin_id);
  if (twin === undefined) return;
  const content = { fileId: row.id, folderId: row.parent_id ?? '', name: row.name, eventCreatedBy: userId };
  await events.raise(tx, { type, twin, content });
}
