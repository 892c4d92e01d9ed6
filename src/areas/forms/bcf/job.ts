import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Kit } from '../../../api/area.ts';
import type { BcfTopic } from '../../../engines/bcf/params.ts';
import { viewOf } from '../../../engines/bcf/visinfo.ts';
import { JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import { timeForFile } from '../../../kernel/jobs/work-time.ts';
import { jsonLinesIn } from '../../../std/json-lines.ts';
import { findDefinition } from '../definition/store.ts';
import { placesOf } from './elements.ts';
import { importTopic } from './import-topic.ts';
import type { Importing } from './importing.ts';
import { type ImportPayload, importKind } from './payload.ts';

const inflated = 500 * 2 ** 20;
const readingTime = { base: 120_000, perMegabyte: 5000, most: 10 * 60_000 };
const mostTopics = 5000;

/** Makes forms of the topics of a BCF file, and brings those up to date that came from it before. */
export const bcfImportJob = (kit: Kit): JobKind<ImportPayload> => ({
  kind: importKind,
  maxAttempts: 3,
  concurrency: kit.ports.settings.engineJobs,
  cancellable: true,
  retryable: false,
  permission: 'Forms_FullAccess',
  run: (job) => runImport(job, kit),
  ended: (tx, { payload }) => kit.ports.blobs.remove(tx, [payload.blobId]),
});

async function runImport(job: RunningJob<ImportPayload>, kit: Kit): Promise<void> {
  const { ports } = kit;
  await ports.engines.workFolder(async (folder) => {
    const [input, output, files] = [join(folder, 'in.bcf'), join(folder, 'topics.jsonl'), join(folder, 'files')];
    await mkdir(files);
    const blob = await ports.blobs.read(job.payload.blobId);
    if (blob === undefined) throw new JobFailure('FileGone', 'The file is gone.');
    await pipeline(blob.stream, createWriteStream(input));
    const params = { input, output, folder: files, inflated, topics: mostTopics };
    const { topics, faults } = await ports.engines.run(job, 'bcfReader', params, {
      time: await timeForFile(input, readingTime),
    });
    for (const fault of faults) job.log(fault);
    await importAll(job, output, topics, kit);
  });
}

async function importAll(job: RunningJob<ImportPayload>, path: string, total: number, kit: Kit): Promise<void> {
  const importing = await importingOf(job, path, kit);
  const counts = { made: 0, changed: 0, same: 0, skipped: 0 };
  let done = total; // of the reading
  job.progress({ step: 'Making forms', total: 2 * total, unit: 'topics read and made' });
  for await (const topic of jsonLinesIn<BcfTopic>(path)) {
    job.signal.throwIfAborted();
    counts[await importTopic(topic, importing)]++;
    const { made, changed, same, skipped } = counts;
    const message = `${made} made, ${changed} changed, ${same} as they were, ${skipped} skipped`;
    job.progress({ done: ++done, message });
  }
}

async function importingOf(
  job: RunningJob<ImportPayload>,
  path: string,
  { db, ports, now, baseUrl }: Kit,
): Promise<Importing> {
  const { twinId, definitionId, userId, clientId } = job.payload;
  const definition = await findDefinition(db, definitionId);
  const caller = await ports.people.callerOf(db, userId, clientId);
  const access = caller && (await ports.access.of(db, caller, twinId));
  if (definition === undefined) throw new JobFailure('FormDefNotFound', 'The form definition was deleted.');
  if (!caller || !access?.visible)
    throw new JobFailure('InsufficientPermissions', 'Who began it has no access to the twin any more.');
  const wanted = new Set<string>();
  for await (const { viewpoints } of jsonLinesIn<BcfTopic>(path)) {
    for (const { node } of viewpoints) for (const id of viewOf(node).selection) wanted.add(id);
  }
  const places = await placesOf(db, twinId, wanted, ports);
  return { job, db, access, definition, places, acting: { caller, now: now(), ports, baseUrl } };
}
