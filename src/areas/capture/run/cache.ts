import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import { keptForOthers } from '../../../engines/photogrammetry/checkpoints.ts';
import { saveFile } from '../../../kernel/blobs/local.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { copyWhole } from '../../../reality-jobs/run/fetch.ts';
import type { RealityOrder } from '../../../reality-jobs/run/job.ts';
import { jsonOf, readJson } from '../../../std/json.ts';
import { findCache, insertCache } from '../cache/store.ts';
import type { CacheFile } from '../tables.ts';

const place = { area: 'capture', container: 'caches' };

/**
 * Puts what an earlier job has kept into the folder of the work, where the engine takes what fits. False: it is not kept any
 * more. What this job has made itself stays.
 */
export async function useCache(
  jobId: string,
  work: string,
  { at }: Pick<RealityOrder, 'at'>,
  { db, ports }: Pick<Kit, 'db' | 'ports'>,
): Promise<boolean> {
  const cache = await findCache(db, jobId);
  if (cache === undefined) return false;
  const files = readJson(cache.files);
  for (const file of files) {
    const path = join(work, file.path);
    if ((await stat(path).catch(() => undefined)) === undefined) await copyWhole(file, path, at, ports);
  }
  at.log(`What the job ${jobId} has kept is used as far as it fits (files: ${files.length}).`);
  return true;
}

/** Keeps what later jobs of the workspace can go on with. Answers what the write of the job's end has to do. */
export async function keepCache(
  work: string,
  { job: { row }, at }: Pick<RealityOrder, 'job' | 'at'>,
  { ports, now }: Pick<Kit, 'ports' | 'now'>,
): Promise<(tx: Transaction) => Promise<void>> {
  const files: CacheFile[] = [];
  for (const name of keptForOthers(work)) {
    at.signal.throwIfAborted();
    const { id, size } = await saveFile(ports.blobs, place, join(work, name));
    files.push({ path: name, blobId: id, size });
  }
  return async (tx) => {
    await ports.blobs.take(
      tx,
      files.map(({ blobId }) => blobId),
    );
    await insertCache(tx, {
      job_id: row.id,
      workspace_id: row.workspace_id ?? '',
      files: jsonOf(files),
      created: now(),
    });
  };
}
