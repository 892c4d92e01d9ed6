import type { Changeset, ModelListener } from '../../api/ports/models.ts';
import type { Ports } from '../../api/ports/ports.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { enqueueExports } from './export/queue.ts';
import { removeExports } from './export/remove.ts';
import { automaticBeyond, exportsOfModel, findEqual, insertExport, waitingExports } from './export/store.ts';
import { newExport } from './new-export.ts';
import { plain } from './options.ts';

/** Automatic exports that are kept of a model and type. */
const keptAutomatic = 5;

type Needs = Pick<Ports, 'blobs' | 'jobs' | 'settings'>;

/** What becomes of exports when the import of their changeset ends, and when their model goes. */
export const exportsOfModels = (ports: Needs): ModelListener => ({
  async imported(tx, changeset) {
    const waiting = await waitingExports(tx, changeset.modelId, changeset.id);
    for (const { job_id } of waiting) await ports.jobs.release(tx, job_id);
    if (changeset.state === 'Ready') await exportAutomatically(tx, changeset, ports);
  },
  async purged(tx, modelId) {
    await removeExports(tx, await exportsOfModel(tx, modelId), ports);
  },
});

/**
 * Makes the automatic exports of a new version, those that nobody has asked for already, in one job: it reads the
 * geometry once, and what the types have in common is made and stored once. Each has its own state.
 */
async function exportAutomatically(tx: Transaction, changeset: Changeset, ports: Needs): Promise<void> {
  const { modelId, displayName, creatorId } = changeset;
  const types = ports.settings.meshExport.automatic;
  const rows: ReturnType<typeof newExport>[] = [];
  for (const type of types) {
    const row = newExport(changeset, type, plain, null, Date.now());
    if ((await findEqual(tx, row)) === undefined) rows.push(row);
  }
  if (rows.length === 0) return;
  const job_id = await enqueueExports(tx, rows, { changeset, name: displayName, createdBy: creatorId }, ports);
  for (const row of rows) await insertExport(tx, { ...row, job_id });
  for (const type of types) {
    await removeExports(tx, await automaticBeyond(tx, modelId, type, keptAutomatic), ports);
  }
}
