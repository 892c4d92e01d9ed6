import { nextSequence } from '../../../std/sequence.ts';
import { type ItemInTree, pathOf } from '../item/store.ts';
import type { ItemRow } from '../tables.ts';

/** What changes of an item that becomes an entry of the recycle bin. */
export const recycled = (item: ItemInTree, now: number): Partial<ItemRow> => ({
  state: 'recycled',
  recycled: nextSequence(now),
  recycled_path: pathOf(item),
  locked_by: null,
  upload_id: null,
  upload_due: null,
  version: item.row.version + 1,
});
