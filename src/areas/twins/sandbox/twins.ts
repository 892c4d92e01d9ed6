import type { Ports } from '../../../api/ports/ports.ts';
import type { SandboxTwins } from '../../../api/ports/twins.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { q, type TwinRow } from '../tables.ts';
import { addTwin } from '../twin/add.ts';
import { raiseTwinEvent } from '../twin/events.ts';
import { below, columnsOf, factsOf, isNumberTaken, newRow, rowOf } from '../twin/store.ts';

const rowsOf = (tx: Transaction, sandboxId: string): Promise<TwinRow[]> =>
  tx.all(q.selectFrom('twins').selectAll().where('sandbox_id', '=', sandboxId).orderBy('created').orderBy('id'));

/** Twins of test mode, for the area that makes and ends them. */
export const sandboxTwins = (ports: Pick<Ports, 'access' | 'events' | 'jobs'>): SandboxTwins => ({
  async create(tx, account, { id, displayName, number = id }, asking) {
    const place = { ...below(account), sandboxId: id };
    const twin = { id, class: 'Endeavor', subClass: 'Project', values: { number, displayName } } as const;
    const row = newRow(twin, place, asking.caller.userId, asking.now);
    return (await addTwin(tx, row, asking, ports)) ? factsOf(row) : undefined;
  },
  async ids(db, sandboxId) {
    const rows = await db.all(q.selectFrom('twins').select('id').where('sandbox_id', '=', sandboxId).orderBy('id'));
    return [...rows.map(({ id }) => id).filter((id) => id !== sandboxId), sandboxId];
  },
  async end(tx, sandboxId, { userId, now }) {
    const live = (await rowsOf(tx, sandboxId)).filter(({ deleted }) => deleted === null);
    const marked = q.updateTable('twins').set({ deleted: now }).where('sandbox_id', '=', sandboxId);
    await tx.run(marked.where('deleted', 'is', null));
    for (const { id } of live) await ports.jobs.cancelInTwin(tx, id);
    const top = live.find(({ id }) => id === sandboxId);
    if (top) await raiseTwinEvent(ports.events.raise, tx, 'twins.twinDeleted.v1', top, userId);
  },
  async release(tx, sandboxId, change, { caller, now }) {
    const top = await rowOf(tx, sandboxId);
    const stamp = { modified: now, modified_by: caller.userId, version: top.version + 1 };
    const { displayName, number } = change;
    const changed = { ...top, ...columnsOf({ displayName, number }), ...stamp };
    const rows = (await rowsOf(tx, sandboxId)).map((row) => (row.id === sandboxId ? changed : row));
    const released = rows.map((row) => ({ ...row, sandbox_id: null }));
    for (const row of released) {
      if (row.deleted === null && (await isNumberTaken(tx, factsOf(row), row.number))) return undefined;
    }
    const { id: _, ...columns } = changed;
    await tx.run(q.updateTable('twins').set(columns).where('id', '=', sandboxId));
    await tx.run(q.updateTable('twins').set({ sandbox_id: null }).where('sandbox_id', '=', sandboxId));
    return released.filter(({ deleted }) => deleted === null).map(factsOf);
  },
});
