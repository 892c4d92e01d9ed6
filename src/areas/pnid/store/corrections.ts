import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { type CorrectionRow, q } from '../tables.ts';

const atOnce = 500;

/** Each in the place of what was said of its item before. */
export async function putCorrections(tx: Transaction, rows: readonly CorrectionRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += atOnce) {
    await tx.run(
      q
        .insertInto('pnid_corrections')
        .values(rows.slice(at, at + atOnce))
        .onConflict((on) =>
          on.columns(['inference_id', 'sheet', 'item_id']).doUpdateSet((eb) => ({
            change: eb.ref('excluded.change'),
            made_by: eb.ref('excluded.made_by'),
            made: eb.ref('excluded.made'),
          })),
        ),
    );
  }
}

export const removeCorrections = (tx: Transaction, inference: string) =>
  tx.run(q.deleteFrom('pnid_corrections').where('inference_id', '=', inference));

export interface Asked {
  readonly inference: string;
  readonly sheet: string;
  /** Only of this item. */
  readonly item: string | undefined;
}

/** The newest first, after a place in that order. */
export function listCorrections(
  db: Reader,
  { inference, sheet, item }: Asked,
  after: readonly [made: number, item: string] | undefined,
  limit: number,
): Promise<CorrectionRow[]> {
  let query = q
    .selectFrom('pnid_corrections')
    .selectAll()
    .where('inference_id', '=', inference)
    .where('sheet', '=', sheet);
  if (item !== undefined) query = query.where('item_id', '=', item);
  if (after !== undefined) {
    const [made, id] = after;
    query = query.where(condition`made < ${made} or (made = ${made} and item_id < ${id})`);
  }
  return db.all(query.orderBy('made', 'desc').orderBy('item_id', 'desc').limit(limit));
}
