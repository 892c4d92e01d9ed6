import type { Kit } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { expireImport } from './import/job.ts';
import { endWork, removeFile, updateExport } from './store.ts';
import { type ExportRow, q } from './tables.ts';

const hour = 3_600_000;
const rowKept = 90 * 24 * hour;
const atOnce = 100;

/** Removes files of exports after their time, and what is known of them long after. */
export const removalOfExports = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'archives.expired',
  everyMs: hour,
  async run(signal) {
    const due = q.selectFrom('archive_exports').selectAll().where('expires', '<=', now()).orderBy('expires');
    for (;;) {
      const rows = await db.all(due.limit(atOnce));
      if (rows.length === 0 || signal.aborted) return;
      await db.write(async (tx) => {
        for (const row of rows) await expire(tx, row, ports, now());
      });
    }
  },
});

/** The same of imports. */
export const removalOfImports = (kit: Kit): Maintenance => ({
  name: 'archives.expiredImports',
  everyMs: hour,
  async run(signal) {
    const { db, now } = kit;
    const due = q.selectFrom('archive_imports').selectAll().where('expires', '<=', now()).orderBy('expires');
    for (;;) {
      const rows = await db.all(due.limit(atOnce));
      if (rows.length === 0 || signal.aborted) return;
      await db.write(async (tx) => {
        for (const row of rows) {
          const outcome = await expireImport(tx, row, kit);
          if (outcome === 'gone') await tx.run(q.deleteFrom('archive_imports').where('id', '=', row.id));
        }
      });
    }
  },
});

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
