import type { Transaction } from '../../kernel/db/database.ts';
import { q } from './tables.ts';

const recentsKept = 25;

export async function addFavorite(tx: Transaction, userId: string, twinId: string, now: number): Promise<void> {
  const insert = q.insertInto('twin_favorites').values({ user_id: userId, twin_id: twinId, added: now });
  await tx.run(insert.onConflict((on) => on.columns(['user_id', 'twin_id']).doNothing()));
}

export async function removeFavorite(tx: Transaction, userId: string, twinId: string): Promise<void> {
  await tx.run(q.deleteFrom('twin_favorites').where('user_id', '=', userId).where('twin_id', '=', twinId));
}

/** Moves a twin to the front of a user's recents and drops what is over the limit. */
export async function addRecent(tx: Transaction, userId: string, twinId: string, now: number): Promise<void> {
  const mine = q.selectFrom('twin_recents').selectAll().where('user_id', '=', userId).orderBy('used', 'desc');
  const before = await tx.all(mine);
  const used = Math.max(now, (before[0]?.used ?? 0) + 1); // two in one millisecond keep their order
  const insert = q.insertInto('twin_recents').values({ user_id: userId, twin_id: twinId, used });
  await tx.run(insert.onConflict((on) => on.columns(['user_id', 'twin_id']).doUpdateSet({ used })));
  const over = before.filter((row) => row.twin_id !== twinId).slice(recentsKept - 1);
  if (over.length === 0) return;
  const ids = over.map((row) => row.twin_id);
  await tx.run(q.deleteFrom('twin_recents').where('user_id', '=', userId).where('twin_id', 'in', ids));
}
