import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import { isSceneName, sceneDocument } from '../../../engines/context-scene/document.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { makerOf } from '../../../reality-jobs/maker.ts';
import { type FetchedInput, fetchInputs } from '../../../reality-jobs/run/fetch.ts';
import type { RealityOrder } from '../../../reality-jobs/run/job.ts';
import type { RealityInputRow } from '../../../reality-jobs/tables.ts';
import { membersOf } from '../../../std/records.ts';
import { findBucket } from '../bucket.ts';
import { findVersion } from '../detector/store.ts';
import type { JobSettings } from './settings.ts';

const mostSceneBytes = 512 * 2 ** 20;
/** Scenes that refer to data with scenes … */
const deepest = 3;

/** Ids of data that the scene of an input refers to. */
async function referredBy({ folder, files }: FetchedInput): Promise<string[]> {
  const file = files.find(isSceneName);
  if (file === undefined) return [];
  const text = await readFile(join(folder, file), 'utf8');
  if (text.length > mostSceneBytes) throw new JobFailure('LimitExceeded', 'A scene is too large.', ['scene']);
  const found = sceneDocument(text);
  if ('fault' in found) return []; // the engine tells of it
  return Object.values(membersOf(found.members.References)).flatMap((one) => {
    const { Path } = membersOf(one);
    return typeof Path === 'string' && Path.startsWith('rds:') ? [Path.slice('rds:'.length)] : [];
  });
}

/**
 * Folders of all data that scenes among the inputs refer to, by the ids in the scenes. Data that the creator of the job may
 * not read fails it.
 */
export async function fetchReferred(
  { job, inputs, folder, at }: RealityOrder,
  kit: Kit,
): Promise<Record<string, string>> {
  const found = new Map<string, string>();
  for (const input of inputs) found.set(input.row.data_id, input.folder);
  const caller = await makerOf(kit.db, job.row, kit.ports);
  let waiting: readonly FetchedInput[] = inputs;
  for (let depth = 0; depth < deepest && waiting.length > 0; depth++) {
    const ids = (await Promise.all(waiting.map(referredBy))).flat();
    const rows: (RealityInputRow & { readonly scene: string })[] = [];
    for (const id of new Set(ids)) {
      if (found.has(id)) continue;
      const data = caller && (await kit.ports.realityData.named({ db: kit.db, caller }, id));
      if (data === undefined || data.isNew) {
        throw new JobFailure(
          'InputData_Invalid',
          `Invalid input data: the scene refers to "${id}", which is not available.`,
          [id],
        );
      }
      const place = 1000 + found.size + rows.length;
      const row = { job_id: job.row.id, place, given_id: id, data_id: data.id, kind: 'referred', description: null };
      rows.push({ ...row, scene: id });
    }
    waiting = await fetchInputs(at, rows, folder, kit);
    for (const [n, { scene }] of rows.entries()) found.set(scene, waiting[n]?.folder ?? '');
  }
  return Object.fromEntries(found);
}

/** The package of the detector that the job pinned when it was made; undefined where it has none. */
export async function fetchDetector(
  { detector }: JobSettings,
  { folder, at }: RealityOrder,
  { db, ports }: Kit,
): Promise<{ readonly path: string; readonly isTried: boolean } | undefined> {
  if (detector === undefined) return undefined;
  const version = await findVersion(db, detector.versionId);
  if (version === undefined || version.blob_id === null) {
    throw new JobFailure('InputData_Missing', `The detector "${detector.given}" is not available any more.`, [
      detector.given,
    ]);
  }
  if (version.runnable === 0) {
    const why = version.note ?? 'It cannot be run here.';
    throw new JobFailure('DetectorNotRunnable', `The detector "${detector.given}" cannot be run: ${why}`, [
      detector.given,
    ]);
  }
  const path = join(folder, `detector-${version.id}.zip`);
  await copyBlob(ports.blobs, version.blob_id, path, { signal: at.signal });
  return { path, isTried: version.facts !== null };
}

/** Files of the bucket, each as an input with that one file. */
export async function fetchFiles({ files }: JobSettings, { job, folder, at }: RealityOrder, kit: Kit) {
  const bucket = await findBucket(kit.db, job.row.home_twin, kit);
  const fetched: { role: string; id: string; name: string; folder: string; files: string[] }[] = [];
  for (const [role, name] of Object.entries(files)) {
    const file = bucket && (await kit.ports.files.trees.resolve(kit.db, bucket.item_id, name));
    if (file === undefined) {
      throw new JobFailure('InputData_Missing', `The file "${name}" is not in the bucket.`, [name]);
    }
    const into = join(folder, 'files', role);
    await mkdir(into, { recursive: true });
    await copyBlob(kit.ports.blobs, file.blobId, join(into, file.name), { signal: at.signal });
    fetched.push({ role, id: '', name: file.name, folder: into, files: [file.name] });
  }
  return fetched;
}
