import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from './model.ts';
import type { Session } from './session.ts';

interface Job {
  readonly comparisonJob: {
    readonly jobId: string;
    readonly status: 'Queued' | 'Started' | 'Completed' | 'Failed';
    readonly errorDetails?: string;
    readonly comparison?: { readonly href: string };
  };
}
interface Changes {
  readonly changedElements: {
    readonly globalIds: readonly string[];
    readonly opcodes: readonly number[];
    readonly properties: readonly (readonly string[])[];
  };
}

const pollMs = 250;
const shown = 5;

/** Compares the newest version of a model with the one before, and tells what changed. */
export async function compareVersions({ steps, call }: Session, twinId: string, model: Model): Promise<void> {
  steps.say('What changed');
  const accept = 'application/vnd.vendor.twin-platform.v2+json';
  const end = model.latestChangesetId;
  const body = { twinId, modelId: model.id, startChangesetId: end, endChangesetId: end };
  let { comparisonJob: job } = await call<Job>('POST', '/changedelements/comparisonjob', { body, accept });
  const path = `/changedelements/comparisonjob/${job.jobId}/twin/${twinId}/model/${model.id}`;
  while (job.status === 'Queued' || job.status === 'Started') {
    await sleep(pollMs);
    ({ comparisonJob: job } = await call<Job>('GET', path, { accept, quiet: true }));
  }
  if (job.comparison === undefined) throw new Error(`The comparison failed: ${job.errorDetails}`);
  const file = await steps.request('GET', job.comparison.href);
  const { changedElements: changes } = (await file.json()) as Changes;
  const count = (opcode: number) => changes.opcodes.filter((one) => one === opcode).length;
  console.log(`  ${count(18)} added, ${count(9)} deleted, ${count(23)} modified`);
  const modified = changes.globalIds.flatMap((id, at) =>
    changes.opcodes[at] === 23 ? [`${id}: ${changes.properties[at]?.join(', ') || 'place or shape'}`] : [],
  );
  for (const line of modified.slice(0, shown)) console.log(`  ${line}`);
  if (modified.length > shown) console.log(`  … and ${modified.length - shown} more`);
}
