import type { Kit } from '../../../api/area.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { JobKind, RunningJob } from '../../../kernel/jobs/job.ts';
import { changesetOf, findChangeset, updateChangeset } from '../store/changesets.ts';
import { findRow } from '../store/models.ts';
import { makeArtefacts, type Stored, takeArtefacts } from './artefacts.ts';
import { tellOfImport } from './events.ts';
import { faultOfEnd } from './fault.ts';
import { emptyImport } from './on-file-changed.ts';
import { type ImportPayload, importKind } from './payload.ts';

/** Reads one version of an IFC file into the artefacts that everything else works with. */
export const importJob = (kit: Kit): JobKind<ImportPayload> => ({
  kind: importKind,
  maxAttempts: 3,
  concurrency: kit.ports.settings.engineJobs,
  cancellable: true,
  retryable: true,
  permission: 'models_manage',
  run: (job) => runImport(job, kit),
  async ended(tx, { payload }, end) {
    if (end.state === 'Succeeded') return;
    const row = await findChangeset(tx, payload.modelId, payload.changesetId);
    if (row?.state !== 'Importing') return;
    const { line = null, reason } = faultOfEnd(end);
    const change = { state: 'Failed', error_line: line, error_reason: reason } as const;
    await updateChangeset(tx, row, change);
    await kit.ports.listeners.models.imported(tx, changesetOf({ ...row, ...change }));
    await tellOfImport(tx, { ...row, ...change }, kit.ports);
  },
  async retried(tx, { payload }) {
    const row = await findChangeset(tx, payload.modelId, payload.changesetId);
    if (row !== undefined) await updateChangeset(tx, row, { ...emptyImport, state: 'Importing' });
  },
});

async function runImport(job: RunningJob<ImportPayload>, kit: Kit): Promise<void> {
  const { modelId, changesetId } = job.payload;
  const model = await findRow(kit.db, modelId);
  const changeset = await findChangeset(kit.db, modelId, changesetId);
  if (model === undefined || changeset?.state !== 'Importing') return; // purged, or done by an attempt that was lost
  const stored = await makeArtefacts(job, changeset, model, kit);
  await job.write((tx) => publish(tx, job.payload, stored, kit.ports));
}

/** Artefacts, ids and state become visible at once. What was saved for a model that is gone is collected. */
async function publish(tx: Transaction, { modelId, changesetId }: ImportPayload, stored: Stored, ports: Ports) {
  const model = await findRow(tx, modelId);
  const row = await findChangeset(tx, modelId, changesetId);
  if (model === undefined || row?.state !== 'Importing') return;
  await takeArtefacts(tx, model, row, stored, ports);
  await ports.listeners.models.imported(tx, changesetOf({ ...row, ...stored.change }));
  await tellOfImport(tx, { ...row, ...stored.change }, ports);
}
