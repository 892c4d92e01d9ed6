import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { runAside } from '../../../api/request-work.ts';
import type { DetectorCheck } from '../../../engines/reality-analysis/params.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { timeFor } from '../../../kernel/jobs/work-time.ts';
import { detail, detectorProblems } from '../errors.ts';
import type { DetectorRow, VersionRow } from '../tables.ts';
import type { AnalysisApi } from '../version.ts';
import type { FoundVersion } from './access.ts';
import { findVersion, updateVersion } from './store.ts';
import { labelsOf } from './view.ts';

const mostBytes = 2 * 2 ** 30;
const bounds = { memory: 2 * 2 ** 30, time: 60_000 };
const checkingTime = { base: 30_000, perMegabyte: 1000, most: bounds.time };
const notAwaiting = "Detector must be in 'AwaitingData' state for version upload completion.";

/** Checks what was uploaded in a process of its own, and makes it the package of the version. */
export async function completeVersion(api: AnalysisApi, target: FoundVersion, context: Context) {
  const problem = detectorProblems(api).complete;
  const refuse = (code: string, message: string, where?: string) =>
    fail(problem, { details: [detail(code, message, where)] });
  const { version, row } = target;
  if (version.status !== 'AwaitingData' || version.upload_id === null) return refuse('InvalidChange', notAwaiting);
  const uploadId = version.upload_id;
  const checked = await checkUpload(uploadId, version, row, context);
  if ('fault' in checked) return refuse('InvalidValue', checked.fault, 'uploadUrl');
  const outcome = await context.write(async (tx) => {
    const now = await findVersion(tx, version.id);
    if (now === undefined) throw new NoLongerThere(`Version ${version.id} of a detector was deleted.`);
    if (now.status !== 'AwaitingData') return refuse('InvalidChange', notAwaiting);
    const content = await context.ports.blobs.finishUpload(tx, uploadId);
    if (content?.sha256 !== checked.sha256) {
      return refuse('InvalidValue', 'The upload was changed while it was checked.', 'uploadUrl');
    }
    const { runnable, note } = checked.result;
    const change = { status: 'Ready', upload_id: null, blob_id: uploadId, runnable: runnable ? 1 : 0, note } as const;
    await updateVersion(tx, version.id, change);
    return undefined;
  });
  return isFailed(outcome) ? outcome : noContent;
}

type Checked = { readonly sha256: string; readonly result: DetectorCheck } | { readonly fault: string };

function checkUpload(
  uploadId: string,
  version: VersionRow,
  detector: DetectorRow,
  { ports, caller }: Context,
): Promise<Checked> {
  return ports.engines.workFolder(async (folder): Promise<Checked> => {
    const path = join(folder, 'detector.zip');
    const digest = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _, next) {
        digest.update(chunk);
        size += chunk.length;
        next(size > mostBytes ? new TooLarge() : null, chunk);
      },
    });
    try {
      await pipeline(await ports.blobs.openSaved(uploadId), measure, createWriteStream(path));
      if (size === 0) return { fault: 'Nothing was uploaded.' };
      const params = { package: path, type: detector.type, labels: labelsOf(version) };
      return {
        sha256: digest.digest('hex'),
        result: await runAside(ports, { who: caller.userId, mostMs: bounds.time }, 'detector', params, {
          ...bounds,
          time: timeFor(size, checkingTime),
        }),
      };
    } catch (error) {
      if (error instanceof TooLarge) return { fault: 'The package is larger than 2 GiB.' };
      if (error instanceof JobFailure) return { fault: error.message };
      throw error;
    }
  });
}

class TooLarge extends Error {}
