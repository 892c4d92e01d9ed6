import type { Kit } from '../../api/area.ts';
import { tableFormat } from '../../engines/tables/params.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { removeOldSnapshots } from './odata/read-snapshot.ts';
import { assignedRoles, removeRole } from './store/assignments.ts';
import { removeTableFiles, tableFilesOf, unusedTableFiles } from './store/table-files.ts';
import { q, type SourceKind, type TableFileRow } from './tables.ts';
import { removeRuns, runsOf, timersOf } from './timer/store.ts';

const day = 86_400_000;

/** Assignments of roles that were deleted: nobody sees them, and no role gets their ids. */
export const removeDeletedRoles = ({ db, ports }: Kit): Maintenance => ({
  name: 'federation.removeDeletedRoles',
  everyMs: day,
  async run(signal) {
    for (const row of await assignedRoles(db)) {
      signal.throwIfAborted();
      const twin = await ports.twins.find(db, row.twin_id); // of a deleted one the roles may come back
      if (twin && !(await ports.access.roles.find(db, row.twin_id, row.role_id))) {
        await db.write((tx) => removeRole(tx, row));
      }
    }
  },
});

/** Table files are made again where somebody asks: those of older versions go 7 days after their last use. */
export const removeUnused = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'federation.removeUnused',
  everyMs: day,
  async run(signal) {
    await removeOldSnapshots(db, now());
    for (const row of await unusedTableFiles(db, now() - 7 * day)) {
      signal.throwIfAborted();
      if (await isNewest(row, { db, ports })) continue;
      await db.write((tx) => removeTableFiles(tx, [row], (one, ids) => ports.blobs.remove(one, ids)));
    }
  },
});

async function isNewest(row: TableFileRow, { db, ports }: Pick<Kit, 'db' | 'ports'>): Promise<boolean> {
  if (row.format !== tableFormat) return false;
  const newest =
    row.source_kind === 'model'
      ? (await ports.models.newest(db, row.source_id))?.id
      : (await ports.files.trees.walk(db, row.source_id))[0]?.blobId;
  return newest === row.version;
}

/** What was made of sources that are gone for good. */
export async function purgeSources(
  tx: Transaction,
  kind: SourceKind,
  ids: readonly string[],
  { ports }: Pick<Kit, 'ports'>,
): Promise<void> {
  await removeTableFiles(tx, await tableFilesOf(tx, kind, ids), (one, blobs) => ports.blobs.remove(one, blobs));
}

/** Everything that the area holds of a twin. */
export async function purgeTwin(tx: Transaction, twinId: string, { ports }: Pick<Kit, 'ports'>): Promise<void> {
  for (const { id } of await timersOf(tx, twinId)) {
    await removeRuns(tx, await runsOf(tx, id, undefined, 1000), (one, ids) => ports.blobs.remove(one, ids));
  }
  const files = await tx.all(q.selectFrom('federation_tables').select('blob_id').where('twin_id', '=', twinId));
  await ports.blobs.remove(
    tx,
    files.flatMap(({ blob_id }) => blob_id ?? []),
  );
  const tables = [
    'federation_timers',
    'federation_systems',
    'federation_assignments',
    'federation_tables',
    'federation_readings',
  ] as const;
  for (const table of tables) await tx.run(q.deleteFrom(table).where('twin_id', '=', twinId));
}
