import type { Changeset, Model } from '../../../api/ports/models.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import type { ComparisonRow } from '../tables.ts';
import { type ComparePayload, compareKind } from './payload.ts';
import { type Span, spanOf, waitsFor } from './span.ts';
import { insertComparison, jobIdOf, updateComparison } from './store.ts';

type Needs = Pick<Ports, 'jobs' | 'models'>;

export interface Order {
  readonly model: Model;
  readonly changesets: readonly Changeset[];
  readonly span: Span;
  readonly createdBy: string;
  readonly now: number;
}

/** Makes a comparison and its job. The job is held while an import that it needs has not ended. */
export async function queueComparison(tx: Transaction, order: Order, ports: Needs): Promise<ComparisonRow> {
  const { model, span, createdBy, now } = order;
  const id = newId();
  const ids = { start_id: span.start.id, end_id: span.end.id };
  const job_id = await ports.jobs.enqueue(tx, {
    kind: compareKind,
    twinId: model.twinId,
    title: `Changes of ${model.displayName}, ${versionsOf(span)}`,
    createdBy,
    payload: { comparisonId: id } satisfies ComparePayload,
    resource: `/changedelements/comparisonjob/${jobIdOf(ids)}/twin/${model.twinId}/model/${model.id}`,
  });
  const row: ComparisonRow = {
    id,
    twin_id: model.twinId,
    model_id: model.id,
    ...ids,
    status: 'Queued',
    waiting: 0,
    job_id,
    created_by: createdBy,
    created: now,
    error: null,
    full_blob: null,
    minimal_blob: null,
  };
  await insertComparison(tx, row);
  return settle(tx, row, order.changesets, ports);
}

const versionsOf = ({ start, end }: Span): string =>
  start.index === end.index ? `version ${end.index}` : `versions ${start.index} to ${end.index}`;

/** Holds the job of a Queued comparison, or lets it start, as the imports that it needs stand now. */
export async function settle(
  tx: Transaction,
  row: ComparisonRow,
  changesets: readonly Changeset[],
  ports: Needs,
): Promise<ComparisonRow> {
  const { start, end } = spanOf(changesets, row.start_id, row.end_id);
  const needed = start && end && waitsFor(changesets, { start, end });
  const waiting = needed === undefined ? 0 : 1;
  if (needed !== undefined) {
    await ports.jobs.hold(tx, row.job_id, `Waiting for the import of version ${needed.index}`);
  } else if (row.waiting === 1) await ports.jobs.release(tx, row.job_id);
  if (waiting !== row.waiting) await updateComparison(tx, row.id, { waiting });
  return { ...row, waiting };
}
