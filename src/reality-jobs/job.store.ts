import type { Context } from '../api/http/context.ts';
import type { Ports } from '../api/ports/ports.ts';
import type { Reader, Transaction } from '../kernel/db/database.ts';
import { prepared } from '../kernel/db/query.ts';
import { isUuid } from '../std/ids.ts';
import { jsonOf } from '../std/json.ts';
import type { Message } from './messages.ts';
import { q, type RealityApiName, type RealityInputRow, type RealityJobRow, type RealityOutputRow } from './tables.ts';

/** A job with what it reads and writes, in the order of the request. */
export interface RealityJob {
  readonly row: RealityJobRow;
  readonly inputs: readonly RealityInputRow[];
  readonly outputs: readonly RealityOutputRow[];
}

const byId = prepared((p: { id: string; api: RealityApiName }) =>
  q.selectFrom('reality_jobs').selectAll().where('id', '=', p.id).where('api', '=', p.api),
);

/** A job of one API. */
export const findJobRow = (db: Reader, api: RealityApiName, id: string): Promise<RealityJobRow | undefined> =>
  isUuid(id) ? db.first(byId, { id: id.toLowerCase(), api }) : Promise.resolve(undefined);

export async function findRealityJob(db: Reader, api: RealityApiName, id: string): Promise<RealityJob | undefined> {
  const row = await findJobRow(db, api, id);
  return row && wholeOf(db, row);
}

export async function wholeOf(db: Reader, row: RealityJobRow): Promise<RealityJob> {
  const [whole = { row, inputs: [], outputs: [] }] = await wholesOf(db, [row]);
  return whole;
}

/** The same for a page of jobs. */
export async function wholesOf(db: Reader, rows: readonly RealityJobRow[]): Promise<RealityJob[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const inputs = await db.all(
    q.selectFrom('reality_job_inputs').selectAll().where('job_id', 'in', ids).orderBy('job_id').orderBy('place'),
  );
  const outputs = await db.all(
    q.selectFrom('reality_job_outputs').selectAll().where('job_id', 'in', ids).orderBy('job_id').orderBy('place'),
  );
  const [inputsOf, outputsOf] = [Map.groupBy(inputs, jobOf), Map.groupBy(outputs, jobOf)];
  return rows.map((row) => ({ row, inputs: inputsOf.get(row.id) ?? [], outputs: outputsOf.get(row.id) ?? [] }));
}

const jobOf = ({ job_id }: { readonly job_id: string }): string => job_id;

const noMessages = jsonOf<Message>([]);

/** The row of a job that was just made. */
export const newJobRow = (
  facts: Pick<
    RealityJobRow,
    'id' | 'api' | 'twin_id' | 'home_twin' | 'workspace_id' | 'type' | 'name' | 'settings' | 'cost'
  >,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
): RealityJobRow => ({
  ...facts,
  state: 'unsubmitted',
  owner_id: caller.userId,
  email: caller.email,
  created: now,
  modified: now,
  submitted: null,
  started: null,
  ended: null,
  units: null,
  errors: noMessages,
  warnings: noMessages,
  percentage: 0,
  queue_id: null,
  version: 1,
});

export async function insertRealityJob(tx: Transaction, { row, inputs, outputs }: RealityJob): Promise<void> {
  await tx.run(q.insertInto('reality_jobs').values(row));
  await insertInputs(tx, inputs);
  await insertOutputs(tx, outputs);
}

const insertInputs = async (tx: Transaction, rows: readonly RealityInputRow[]): Promise<void> => {
  if (rows.length > 0) await tx.run(q.insertInto('reality_job_inputs').values([...rows]));
};

const insertOutputs = async (tx: Transaction, rows: readonly RealityOutputRow[]): Promise<void> => {
  if (rows.length > 0) await tx.run(q.insertInto('reality_job_outputs').values([...rows]));
};

export const updateJobRow = (tx: Transaction, id: string, change: Partial<RealityJobRow>): Promise<number> =>
  tx.run(
    q
      .updateTable('reality_jobs')
      .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
      .where('id', '=', id),
  );

/** Replaces what a job reads. */
export async function replaceInputs(tx: Transaction, id: string, rows: readonly RealityInputRow[]): Promise<void> {
  await tx.run(q.deleteFrom('reality_job_inputs').where('job_id', '=', id));
  await insertInputs(tx, rows);
}

/** Replaces what a job writes. */
export async function replaceOutputs(tx: Transaction, id: string, rows: readonly RealityOutputRow[]): Promise<void> {
  await tx.run(q.deleteFrom('reality_job_outputs').where('job_id', '=', id));
  await insertOutputs(tx, rows);
}

export async function deleteJob(tx: Transaction, id: string): Promise<void> {
  await replaceInputs(tx, id, []);
  await replaceOutputs(tx, id, []);
  await tx.run(q.deleteFrom('reality_jobs').where('id', '=', id));
}

/** Jobs of a workspace that have not ended. */
export const openJobsIn = (db: Reader, workspace: string): Promise<RealityJobRow[]> =>
  db.all(
    q
      .selectFrom('reality_jobs')
      .selectAll()
      .where('workspace_id', '=', workspace)
      .where('state', 'in', ['unsubmitted', 'active']),
  );

/** A twin goes for good, and with it the jobs of an API in it. */
export async function purgeJobs(
  tx: Transaction,
  api: RealityApiName,
  twinId: string,
  { jobs }: Pick<Ports, 'jobs'>,
): Promise<void> {
  const rows = await tx.all(
    q.selectFrom('reality_jobs').select(['id', 'queue_id']).where('home_twin', '=', twinId).where('api', '=', api),
  );
  for (const { id, queue_id } of rows) {
    await deleteJob(tx, id);
    if (queue_id !== null) await jobs.cancel(tx, queue_id);
  }
}

/** Parameters of a cost as they are kept: JSON of those that have a value, with numbers where clients sent texts of them. */
export const costText = (given: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(given)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => [name, typeof value === 'string' && /^\d/.test(value) ? Number(value) : value]),
    ),
  );
