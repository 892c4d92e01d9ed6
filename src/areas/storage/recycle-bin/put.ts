import { nextPosition } from '../../../kernel/std/position.ts';
import { type Located, pathOf } from '../item.store.ts';
import type { ItemRow } from '../tables.ts';

/** What changes of an item that becomes an entry of the recycle bin. */
export const recycled = (item: Located, now: number): Partial<ItemRow> => ({
  state: 'recycled',
  recycled: nextPosition(now),
  recycled_path: pathOf(item),
  locked_by: null,
  upload_id: null,
  upload_due: null,
  version: item.row.version + 1,
});
