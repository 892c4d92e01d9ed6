import { join } from 'node:path';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { DetectorCheck } from '../../../engines/reality-analysis/params.ts';
import { saveFile } from '../../../kernel/blobs/local.ts';
import { detail, detectorProblems } from '../errors.ts';
import { type AnalysisApi, v2 } from '../version.ts';
import type { FoundVersion } from './access.ts';
import { detectorPlace } from './place.ts';
import { findVersion, updateVersion } from './store.ts';
import { onUpload } from './upload.ts';

const notAwaiting = "Detector must be in 'AwaitingData' state for version upload completion.";

interface Checked {
  readonly sha256: string;
  readonly result: DetectorCheck;
  /** Where the package lies that was written whole; null: it was whole. */
  readonly wholeId: string | null;
}

/** Checks what was uploaded and runs its network, in a process of its own, and makes it the package of the version. */
export async function completeVersion(api: AnalysisApi, target: FoundVersion, context: Context) {
  const problem = detectorProblems(api).complete;
  const refuse = (code: string, message: string, where?: string) =>
    fail(problem, { details: [detail(code, message, where)] });
  const { version } = target;
  const { blobs } = context.ports;
  if (version.status !== 'AwaitingData' || version.upload_id === null) return refuse('InvalidChange', notAwaiting);
  const uploadId = version.upload_id;
  const checked = await onUpload(
    uploadId,
    target,
    context,
    async ({ run, params, folder, sha256 }): Promise<Checked> => {
      const whole = join(folder, 'whole.zip');
      const result = await run('detector', { ...params, whole });
      const saved = result.completed ? await saveFile(blobs, detectorPlace, whole, 'application/zip') : null;
      return { sha256, result, wholeId: saved?.id ?? null };
    },
  );
  if ('fault' in checked) return refuse('InvalidValue', checked.fault, 'uploadUrl');
  const outcome = await context.write(async (tx) => {
    const now = await findVersion(tx, version.id);
    if (now === undefined) throw new NoLongerThere(`Version ${version.id} of a detector was deleted.`);
    if (now.status !== 'AwaitingData') return refuse('InvalidChange', notAwaiting);
    const content = await blobs.finishUpload(tx, uploadId);
    if (content?.sha256 !== checked.sha256) {
      return refuse('InvalidValue', 'The upload was changed while it was checked.', 'uploadUrl');
    }
    const { result, wholeId } = checked;
    if (wholeId !== null) {
      await blobs.take(tx, [wholeId]);
      await blobs.remove(tx, [uploadId]);
    }
    const { runnable, note, facts } = result;
    await updateVersion(tx, version.id, {
      status: 'Ready',
      upload_id: null,
      blob_id: wholeId ?? uploadId,
      runnable: runnable ? 1 : 0,
      note,
      facts: facts === null ? null : JSON.stringify(facts),
    });
    return undefined;
  });
  return isFailed(outcome) ? outcome : noContent;
}

/** Tells in which ways the network that was uploaded can be described. */
export async function describeUpload(target: FoundVersion, context: Context) {
  const problem = detectorProblems(v2).describe;
  const { version } = target;
  if (version.status !== 'AwaitingData' || version.upload_id === null) {
    const message = "Can only describe a detector version in an 'AwaitingData' state.";
    return fail(problem, { details: [detail('InvalidChange', message)] });
  }
  const described = await onUpload(version.upload_id, target, context, ({ run, params }) =>
    run('detectorProposals', params),
  );
  if ('fault' in described) {
    return fail(problem, { details: [detail('InvalidValue', described.fault, 'uploadUrl')] });
  }
  return reply(200, described);
}
