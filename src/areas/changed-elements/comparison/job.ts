import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import { type Artefacts, type Changeset, faultText } from '../../../api/ports/models.ts';
import { copyBlob, saveFile } from '../../../kernel/blobs/local.ts';
import { type JobEnd, JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import type { ComparisonRow } from '../tables.ts';
import { endComparison } from './end.ts';
import { type ComparePayload, compareKind } from './payload.ts';
import { settle } from './queue.ts';
import { readyBefore, spanOf } from './span.ts';
import { findComparison, updateComparison } from './store.ts';

const place = { area: 'changed-elements', container: 'comparisons' };

/** Compares two versions of a model and keeps the result. */
export const compareJob = (kit: Kit): JobKind<ComparePayload> => ({
  kind: compareKind,
  maxAttempts: 4, // the first one, and three more when its worker died
  concurrency: kit.ports.settings.engineJobs,
  cancellable: true,
  retryable: true,
  permission: 'models_manage',
  run: (job) => kit.ports.engines.workFolder((folder) => runComparison(job, folder, kit)),
  async ended(tx, { payload }, end) {
    if (end.state === 'Succeeded') return;
    const row = await findComparison(tx, payload.comparisonId);
    if (row?.status === 'Queued') await endComparison(tx, row, { status: 'Failed', error: reasonOf(end) }, kit.ports);
  },
  async retried(tx, { payload }) {
    const row = await findComparison(tx, payload.comparisonId);
    if (row === undefined) return;
    const change = { status: 'Queued', waiting: 0, error: null } as const;
    await updateComparison(tx, row.id, change);
    await settle(tx, { ...row, ...change }, await kit.ports.models.changesets(tx, row.model_id), kit.ports);
  },
});

const reasonOf = (end: JobEnd): string => (end.state === 'Failed' ? end.message : 'Cancelled.');

async function runComparison(job: RunningJob<ComparePayload>, folder: string, { db, ports }: Kit): Promise<void> {
  const row = await findComparison(db, job.payload.comparisonId);
  if (row === undefined) throw new JobFailure('ComparisonNotFound', 'The comparison was deleted.');
  if (row.status !== 'Queued') return; // done by an attempt that was lost
  const { before, after } = await versionsOf(row, { db, ports });
  job.progress({
    step: 'Fetching the versions',
    done: 0,
    total: await elementsIn([before, after], ports),
    unit: 'elements',
  });
  const fetch = async (name: string, { snapshot }: Artefacts) => {
    const path = join(folder, name);
    await copyBlob(ports.blobs, snapshot, path, { signal: job.signal });
    return path;
  };
  const result = await ports.engines.run(job, 'compare', {
    ...(before === undefined ? {} : { before: await fetch('before', before) }),
    after: await fetch('after', after),
    output: folder,
  });

  job.progress({ step: 'Storing' });
  const save = async (path: string) => (await saveFile(ports.blobs, place, path, 'application/json')).id;
  const blobs = { full_blob: await save(result.full), minimal_blob: await save(result.minimal) };
  await job.write(async (tx) => {
    const now = await findComparison(tx, row.id);
    if (now?.status !== 'Queued') return; // deleted: what was saved is collected
    await ports.blobs.take(tx, Object.values(blobs));
    await endComparison(tx, now, { status: 'Completed', ...blobs }, ports);
  });
}

/** What was imported of the two versions that are compared; nothing before the first. */
async function versionsOf(row: ComparisonRow, { db, ports }: Pick<Kit, 'db' | 'ports'>) {
  const changesets = await ports.models.changesets(db, row.model_id);
  const { start, end } = spanOf(changesets, row.start_id, row.end_id);
  if (start === undefined || end === undefined) throw notAvailable();
  if (end.error !== null) throw new JobFailure('ChangesetFailed', faultText(end.error));
  const artefactsOf = async ({ id }: Changeset): Promise<Artefacts> => {
    const found = await ports.models.artefacts(db, row.model_id, id);
    if (found === undefined || !(await ports.blobs.find(db, found.snapshot))) throw notAvailable();
    return found;
  };
  const before = readyBefore(changesets, { start, end });
  return { before: before && (await artefactsOf(before)), after: await artefactsOf(end) };
}

const notAvailable = () => new JobFailure('ChangesetNotAvailable', 'Changeset content is not available.');

async function elementsIn(versions: readonly (Artefacts | undefined)[], { models }: Kit['ports']): Promise<number> {
  let elements = 0;
  for (const version of versions) {
    if (version !== undefined) elements += (await models.openSnapshot(version.snapshot)).header.counts.elements;
  }
  return elements;
}
