import type { Ports } from '../../../api/ports/ports.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type FileRow, type JobRow, q } from '../tables.ts';
import type { Place } from './configurations.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('carbon_jobs').selectAll().where('id', '=', p.id));
const byPublicId = prepared((p: { id: string }) =>
  q.selectFrom('carbon_jobs').selectAll().where('public_id', '=', p.id),
);
const waitingOf = prepared((p: { model: string }) =>
  // as the index has it: a parameter would keep it from being used
  q.selectFrom('carbon_jobs').selectAll().where('model_id', '=', p.model).where(condition`waiting = 1`),
);
const openOf = prepared((p: { twin: string }) =>
  q
    .selectFrom('carbon_jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('twin_id', '=', p.twin)
    .where('status', '=', 'Queued'),
);

export const findJob = (db: Reader, id: string): Promise<JobRow | undefined> => db.first(byId, { id });

export const findByPublicId = (db: Reader, id: string): Promise<JobRow | undefined> =>
  db.first(byPublicId, { id: id.toLowerCase() });

/** Those of a model that are held for an import. */
export const waitingJobs = (db: Reader, model: string): Promise<JobRow[]> => db.all(waitingOf, { model });

export const countOpenJobs = async (db: Reader, twin: string): Promise<number> =>
  Number((await db.first(openOf, { twin }))?.count ?? 0);

export const jobsOfTwin = (db: Reader, twin: string): Promise<JobRow[]> =>
  db.all(q.selectFrom('carbon_jobs').selectAll().where('twin_id', '=', twin));

/** Newest first. */
export function listJobs(
  db: Reader,
  { twin, after, limit }: { twin: string; after: Place | undefined; limit: number },
): Promise<JobRow[]> {
  let query = q.selectFrom('carbon_jobs').selectAll().where('twin_id', '=', twin);
  if (after !== undefined) {
    const [created, id] = after;
    query = query.where(condition`created < ${created} or (created = ${created} and id > ${id})`);
  }
  return db.all(query.orderBy('created', 'desc').orderBy('id').limit(limit));
}

/** The oldest that ended before. */
export const endedBefore = (db: Reader, time: number, limit: number): Promise<JobRow[]> =>
  db.all(
    q
      .selectFrom('carbon_jobs')
      .selectAll()
      .where('ended', 'is not', null)
      .where('ended', '<', time)
      .orderBy('ended')
      .limit(limit),
  );

export const insertJob = (tx: Transaction, row: JobRow) => tx.run(q.insertInto('carbon_jobs').values(row));

export const updateJob = (tx: Transaction, id: string, change: Partial<JobRow>) =>
  tx.run(q.updateTable('carbon_jobs').set(change).where('id', '=', id));

export const insertFiles = (tx: Transaction, rows: readonly FileRow[]) =>
  tx.run(q.insertInto('carbon_files').values([...rows]));

export const findFile = (db: Reader, job: string, name: string): Promise<FileRow | undefined> =>
  db.first(q.selectFrom('carbon_files').selectAll().where('job_id', '=', job).where('name', '=', name));

export const listFiles = (db: Reader, job: string): Promise<FileRow[]> =>
  db.all(q.selectFrom('carbon_files').selectAll().where('job_id', '=', job));

/** Removes jobs with their results, and stops those that have not ended. */
export async function removeJobs(
  tx: Transaction,
  rows: readonly JobRow[],
  { jobs, blobs }: Pick<Ports, 'blobs' | 'jobs'>,
): Promise<void> {
  for (const { id, status, job_id } of rows) {
    const files = await tx.all(q.selectFrom('carbon_files').select('blob_id').where('job_id', '=', id));
    await tx.run(q.deleteFrom('carbon_files').where('job_id', '=', id));
    await tx.run(q.deleteFrom('carbon_jobs').where('id', '=', id));
    if (status === 'Queued') await jobs.cancel(tx, job_id);
    await blobs.remove(
      tx,
      files.map((file) => file.blob_id),
    );
  }
}
