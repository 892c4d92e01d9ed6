import type { FileListener } from '../../api/ports/files.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { partsOfItemId } from '../../std/item-id.ts';
import { q } from './tables.ts';

/** What is known of an item goes with it. */
export const dataItems: FileListener = {
  changed: async () => {},
  keeps: async () => false,
  async purged(tx, itemIds) {
    for (const itemId of itemIds) {
      const id = partsOfItemId(itemId)?.guid ?? '';
      const gone = await tx.run(q.deleteFrom('reality_data').where('id', '=', id));
      if (gone > 0) await tx.run(q.deleteFrom('reality_data_twins').where('data_id', '=', id));
    }
  },
};

/** Storage tells of the items of a twin itself. */
export async function twinPurged(tx: Transaction, twinId: string): Promise<void> {
  await tx.run(q.deleteFrom('reality_data_twins').where('twin_id', '=', twinId));
}
