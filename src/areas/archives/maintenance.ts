import type { Kit } from '../../api/area.ts';
import type { Database, Query, Transaction } from '../../kernel/db/database.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { expireImport } from './import/job.ts';
import { endWork, removeFile, rowKept, updateExport } from './store.ts';
import { type ExportRow, q } from './tables.ts';

const hour = 3_600_000;
const atOnce = 100;

/** Removes files of exports after their time, and what is known of them long after. */
export const removalOfExports = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'archives.expired',
  everyMs: hour,
  async run(signal) {
    const due = q.selectFrom('archive_exports').selectAll().where('expires', '<=', now()).orderBy('expires');
    await eachDue(db, due.limit(atOnce), signal, (tx, row) => expire(tx, row, ports, now()));
  },
});

/** The same of imports. */
export const removalOfImports = (kit: Kit): Maintenance => ({
  name: 'archives.expiredImports',
  everyMs: hour,
  async run(signal) {
    const due = q.selectFrom('archive_imports').selectAll().where('expires', '<=', kit.now()).orderBy('expires');
    await eachDue(kit.db, due.limit(atOnce), signal, async (tx, row) => {
      const outcome = await expireImport(tx, row, kit);
      if (outcome === 'gone') await tx.run(q.deleteFrom('archive_imports').where('id', '=', row.id));
    });
  },
});

/** Ends what is due, some rows in a transaction, until none is left: `end` lets a row be due no more. */
async function eachDue<R>(
  db: Database,
  due: Query<R>,
  signal: AbortSignal,
  end: (tx: Transaction, row: R) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await db.all(due);
    if (rows.length === 0 || signal.aborted) return;
    await db.write(async (tx) => {
      for (const row of rows) await end(tx, row);
    });
  }
}

async function expire(tx: Transaction, row: ExportRow, { blobs }: Kit['ports'], now: number): Promise<void> {
  await removeFile(tx, row, blobs);
  if (row.state === 'Completed') await updateExport(tx, row.id, { state: 'Expired', expires: now + rowKept });
  else await removeRow(tx, row.id);
}

const removeRow = (tx: Transaction, id: string) => tx.run(q.deleteFrom('archive_exports').where('id', '=', id));

/** Everything that the area holds of a twin. */
export async function purgeTwin(tx: Transaction, twinId: string, { ports }: Kit): Promise<void> {
  for (const row of await tx.all(q.selectFrom('archive_exports').selectAll().where('twin_id', '=', twinId))) {
    await endWork(tx, row, ports.blobs);
    await removeFile(tx, row, ports.blobs);
    await removeRow(tx, row.id);
  }
}
