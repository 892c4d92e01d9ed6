import { dirname, join } from 'node:path';
import type { Kit } from '../../../api/area.ts';
import { copyBlob, saveFile } from '../../../kernel/blobs/local.ts';
import { type JobEnd, JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import { timeForFile } from '../../../kernel/jobs/work-time.ts';
import { jsonOf } from '../../../std/json.ts';
import { previewPlace } from '../place.ts';
import { findDocument } from '../store/document.ts';
import { previewOfJob, updatePreview } from '../store/preview.ts';
import type { DocumentRow } from '../tables.ts';
import { formats, previewKind } from './follow.ts';

interface Payload {
  readonly componentId: string;
}

/** Makes what is to be seen of a component, in processes of their own. */
export const previewJob = (kit: Kit): JobKind<Payload> => ({
  kind: previewKind,
  maxAttempts: 2,
  concurrency: kit.ports.settings.engineJobs,
  cancellable: true,
  retryable: true,
  permission: 'library_write',
  run: (job) => kit.ports.engines.workFolder((folder) => runPreview(job, folder, kit)),
  async ended(tx, { id }, end) {
    const row = await previewOfJob(tx, id);
    if (row !== undefined && end.state !== 'Succeeded') {
      await updatePreview(tx, row.component_id, { error: reasonOf(end) });
    }
  },
  async retried(tx, { id }) {
    const row = await previewOfJob(tx, id);
    if (row !== undefined) await updatePreview(tx, row.component_id, { error: null });
  },
});

function reasonOf(end: Exclude<JobEnd, { state: 'Succeeded' }>): string {
  if (end.state === 'Cancelled') return 'Cancelled.';
  if (end.code !== 'InternalServerError') return end.message;
  return 'The preview could not be made because of an unexpected error. Ask the administrator of this server to look into its log.';
}

const previewTime = { base: 120_000, perMegabyte: 5000, most: 20 * 60_000 };

async function runPreview(job: RunningJob<Payload>, folder: string, { db, ports }: Kit): Promise<void> {
  const row = await previewOfJob(db, job.id);
  const source = row && (await findDocument(db, row.component_id, row.document_id));
  if (row === undefined || source === undefined || row.facts !== null) return; // another file took its place, or it is done
  job.progress({ step: 'Fetching the file' });
  const input = join(folder, 'source');
  await copyBlob(ports.blobs, row.source_blob, input, { signal: job.signal });
  const shapes = await shapesOf(job, source, { input, folder }, ports);
  const made = await ports.engines.run(
    job,
    'preview',
    { ...shapes, output: folder },
    {
      time: await timeForFile(input, previewTime),
    },
  );
  job.progress({ step: 'Storing' });
  const model = await saveFile(ports.blobs, previewPlace, made.model, 'model/gltf-binary');
  const picture = await saveFile(ports.blobs, previewPlace, made.picture, 'image/png');
  await job.write(async (tx) => {
    if ((await previewOfJob(tx, job.id)) === undefined) return;
    await ports.blobs.take(tx, [model.id, picture.id]);
    const { triangleCount, low, high } = made;
    const files = { model_blob: model.id, picture_blob: picture.id };
    await updatePreview(tx, row.component_id, { facts: jsonOf({ triangleCount, low, high }), ...files, error: null });
  });
}

type Needs = Pick<Kit['ports'], 'engines' | 'settings'>;

/** What the preview is made of: the file itself, or of an IFC file the shapes that its import finds. */
async function shapesOf(
  job: RunningJob<Payload>,
  { extension_folded }: DocumentRow,
  { input, folder }: { readonly input: string; readonly folder: string },
  { engines, settings }: Needs,
) {
  const format = formats[extension_folded];
  if (format !== 'ifc') return { input, format: format ?? 'gltf' } as const;
  const { geometry, snapshot } = await engines.run(job, 'ifc', {
    input,
    output: folder,
    limits: settings.ifc,
    showType: true,
  });
  if (geometry.length === 0) throw new JobFailure('NoShapes', 'The file holds no shapes.');
  const tiles = await engines.run(job, 'tiles', { geometry, snapshot, output: folder, types: ['GLTF'] });
  const files = tiles.exports.flatMap((one) => one.files);
  const gltf = files.find(({ name }) => name.endsWith('.gltf'));
  if (gltf === undefined) throw new Error('The export holds no glTF.');
  return { input: gltf.path, format: 'gltf', resources: dirname(gltf.path) } as const;
}
