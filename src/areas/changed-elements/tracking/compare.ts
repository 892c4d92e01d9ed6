import { setTimeout as sleep } from 'node:timers/promises';
import { readModels } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { modelInTwin } from '../comparison/access.ts';
import { addComparison, type Wanted } from '../comparison/create.ts';
import { findBySpan } from '../comparison/store.ts';
import { comparisonNotReady, invalidRequest, modelNotFound } from '../errors.ts';
import type { ComparisonRow } from '../tables.ts';

/** How long a request waits for a comparison. */
export interface Waiting {
  readonly mostMs: number;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

const lookMs = 250;
const retryAfter = { 'Retry-After': '5' };

/** The full result of a comparison: of the one that is there, else of one that is made now. */
export async function compareNow(wanted: Wanted, context: Context, waiting: Waiting) {
  const found = await modelInTwin(context, wanted, modelNotFound, readModels);
  if (isFailed(found)) return found;
  const find = () =>
    findBySpan(context.db, found.model.id, wanted.startChangesetId.toLowerCase(), wanted.endChangesetId.toLowerCase());
  if ((await find()) === undefined) {
    const made = await context.write((tx) => addComparison(tx, wanted, context));
    if (isFailed(made)) return made;
  }
  const row = await endOf(find, waiting);
  if (row?.status === 'Failed') return fail(invalidRequest, { details: [reasonOf(row)] });
  const result = row?.full_blob ? await context.ports.blobs.read(row.full_blob) : undefined;
  if (result === undefined) return fail(comparisonNotReady, { headers: retryAfter });
  return reply(200, { stream: result.stream, type: 'application/json; charset=utf-8', length: result.size });
}

/** The comparison once it has ended; undefined when it does not in time, or is deleted. */
async function endOf(find: () => Promise<ComparisonRow | undefined>, { mostMs, stopping }: Waiting) {
  for (const end = performance.now() + mostMs; ; ) {
    const row = await find();
    if (row?.status !== 'Queued') return row;
    if (performance.now() >= end || stopping.aborted) return undefined;
    await sleep(lookMs, undefined, { signal: stopping }).catch(() => {});
  }
}

const reasonOf = (row: ComparisonRow) => ({
  code: 'ComparisonFailed',
  message: `The comparison failed: ${row.error} Delete its job to have it made again.`,
  target: 'endChangesetId',
});
