import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { fold } from '../../../std/text.ts';
import { q, type SystemRow } from '../tables.ts';

const ofTwin = prepared((p: { twin: string }) =>
  q.selectFrom('federation_systems').selectAll().where('twin_id', '=', p.twin),
);
const byKey = prepared((p: { twin: string; key: string }) =>
  q.selectFrom('federation_systems').selectAll().where('twin_id', '=', p.twin).where('system_key', '=', p.key),
);
const byId = prepared((p: { twin: string; id: string }) =>
  q.selectFrom('federation_systems').selectAll().where('twin_id', '=', p.twin).where('id', '=', p.id),
);

/** By name, then id. */
export async function systemsOf(db: Reader, twin: string): Promise<SystemRow[]> {
  const rows = [...(await db.all(ofTwin, { twin }))];
  return rows.sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1));
}

export const findSystem = (db: Reader, twin: string, id: string): Promise<SystemRow | undefined> =>
  db.first(byId, { twin, id: id.toLowerCase() });

/** The connection that a package finds by its systemId, without case. */
export const systemNamed = (db: Reader, twin: string, systemId: string): Promise<SystemRow | undefined> =>
  db.first(byKey, { twin, key: fold(systemId) });

export const insertSystem = (tx: Transaction, row: SystemRow): Promise<number> =>
  tx.run(q.insertInto('federation_systems').values(row));

export const updateSystem = (tx: Transaction, { id, ...row }: SystemRow): Promise<number> =>
  tx.run(q.updateTable('federation_systems').set(row).where('id', '=', id));

/** When its last conversation had to be ended; null: timers may ask it. */
export const setEnded = (tx: Transaction, id: string, ended: number | null): Promise<number> =>
  tx.run(q.updateTable('federation_systems').set({ ended }).where('id', '=', id));

export const deleteSystem = (tx: Transaction, id: string): Promise<number> =>
  tx.run(q.deleteFrom('federation_systems').where('id', '=', id));
