import { join } from 'node:path';
import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { runAside } from '../../../api/request-work.ts';
import type { ResultComparison, ResultFiles } from '../../../engines/carbon/comparison.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import { invalid, jobNotFound, noResult } from '../errors.ts';
import { patienceMs } from '../patience.ts';
import { findByPublicId, findFile } from '../store/jobs.ts';
import type { comparisonQuery } from './schema.ts';

export const invalidComparison = invalid('compare results');

/** Compares the results of two jobs of a twin, in a process of its own. */
export async function compareJobs({ twin }: Access, query: Static<typeof comparisonQuery>, context: Context) {
  const before = await filesOf(twin.id, query.before, context);
  if (isFailed(before)) return before;
  const after = await filesOf(twin.id, query.after, context);
  if (isFailed(after)) return after;
  const { ports, caller } = context;
  const comparison = await ports.engines.workFolder(async (folder) => {
    const files = {
      before: await fetched(before, join(folder, 'before'), context),
      after: await fetched(after, join(folder, 'after'), context),
    };
    return runAside(ports, { who: caller.userId, mostMs: patienceMs }, 'carbonComparison', files);
  });
  return reply(200, { comparison: written(comparison) });
}

const written = ({ modules, materials, classes, storeys, elements, ...rest }: ResultComparison) => ({
  ...rest,
  modules: [...modules],
  materials: [...materials],
  classes: [...classes],
  storeys: [...storeys],
  elements: elements && { ...elements, largest: [...elements.largest] },
});

interface ResultBlobs {
  readonly result: string;
  readonly elements: string | undefined;
}

async function filesOf(twinId: string, publicId: string, { db }: Context) {
  const job = await findByPublicId(db, publicId);
  if (job?.twin_id !== twinId) return fail(jobNotFound);
  const result = await findFile(db, job.id, 'result.json');
  if (result === undefined) return fail(noResult);
  const elements = await findFile(db, job.id, 'elements.json');
  return { result: result.blob_id, elements: elements?.blob_id } satisfies ResultBlobs;
}

async function fetched({ result, elements }: ResultBlobs, path: string, { ports }: Context): Promise<ResultFiles> {
  const files = { result: `${path}.json`, elements: `${path}-elements.json` };
  await copyBlob(ports.blobs, result, files.result);
  if (elements === undefined) return { result: files.result };
  await copyBlob(ports.blobs, elements, files.elements);
  return files;
}
