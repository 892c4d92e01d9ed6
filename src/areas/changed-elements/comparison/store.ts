import type { Ports } from '../../../api/ports/ports.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type ComparisonRow, q } from '../tables.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('comparisons').selectAll().where('id', '=', p.id));
const bySpan = prepared((p: { model: string; start: string; end: string }) =>
  q
    .selectFrom('comparisons')
    .selectAll()
    .where('model_id', '=', p.model)
    .where('start_id', '=', p.start)
    .where('end_id', '=', p.end),
);
const waitingOf = prepared((p: { model: string }) =>
  q.selectFrom('comparisons').selectAll().where('model_id', '=', p.model).where('waiting', '=', 1),
);

/** The id by which a comparison is known, together with its model. */
export const jobIdOf = ({ start_id, end_id }: Pick<ComparisonRow, 'start_id' | 'end_id'>): string =>
  `${start_id}-${end_id}`;

export const findComparison = (db: Reader, id: string): Promise<ComparisonRow | undefined> => db.first(byId, { id });

export const findBySpan = (db: Reader, model: string, start: string, end: string): Promise<ComparisonRow | undefined> =>
  db.first(bySpan, { model, start, end });

/** In any case; undefined for what is no such id, too. */
export function findByJobId(db: Reader, model: string, jobId: string): Promise<ComparisonRow | undefined> {
  const [, start, end] = /^([0-9a-f]{40})-([0-9a-f]{40})$/i.exec(jobId) ?? [];
  if (start === undefined || end === undefined) return Promise.resolve(undefined);
  return findBySpan(db, model, start.toLowerCase(), end.toLowerCase());
}

/** Those whose job is held for an import. */
export const waitingComparisons = (db: Reader, model: string): Promise<ComparisonRow[]> => db.all(waitingOf, { model });

export const comparisonsWhere = (db: Reader, column: 'model_id' | 'twin_id', id: string): Promise<ComparisonRow[]> =>
  db.all(q.selectFrom('comparisons').selectAll().where(column, '=', id));

export const insertComparison = (tx: Transaction, row: ComparisonRow) =>
  tx.run(q.insertInto('comparisons').values(row));

export const updateComparison = (tx: Transaction, id: string, change: Partial<ComparisonRow>) =>
  tx.run(q.updateTable('comparisons').set(change).where('id', '=', id));

/** Removes comparisons with their results and stops their jobs; nobody is told that those ended. */
export async function removeComparisons(
  tx: Transaction,
  rows: readonly ComparisonRow[],
  { jobs, blobs }: Pick<Ports, 'blobs' | 'jobs'>,
): Promise<void> {
  for (const { id, status, job_id, full_blob, minimal_blob } of rows) {
    await tx.run(q.deleteFrom('comparisons').where('id', '=', id));
    if (status === 'Queued') await jobs.cancel(tx, job_id);
    await blobs.remove(
      tx,
      [full_blob, minimal_blob].filter((blob) => blob !== null),
    );
  }
}
