import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { ComparisonRow } from '../tables.ts';
import { jobIdOf, updateComparison } from './store.ts';

type Outcome =
  | { readonly status: 'Completed'; readonly full_blob: string; readonly minimal_blob: string }
  | { readonly status: 'Failed'; readonly error: string };

/** Ends a comparison and tells of it in the same write; a twin that is gone has nobody to tell. */
export async function endComparison(
  tx: Transaction,
  row: ComparisonRow,
  outcome: Outcome,
  { events, twins }: Pick<Ports, 'events' | 'twins'>,
): Promise<void> {
  await updateComparison(tx, row.id, { ...outcome, waiting: 0 });
  const twin = await twins.find(tx, row.twin_id);
  if (twin === undefined) return;
  const content = { jobId: jobIdOf(row), modelId: row.model_id, jobSucceeded: outcome.status === 'Completed' };
  await events.raise(tx, { type: 'changedElements.jobCompleted.v1', twin, content });
}
