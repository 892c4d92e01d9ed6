import { NoLongerThere } from '../../../api/http/problem.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { pick, prepared } from '../../../kernel/db/query.ts';
import { isUuid } from '../../../std/ids.ts';
import { byName } from '../file-id.ts';
import { type InferenceRow, type InputRow, q, type ResultRow, type RunRow, type SheetRow } from '../tables.ts';
import { removeCorrections } from './corrections.ts';
import { removeFiles, removeReviews } from './preserved-review.ts';
import { removeTags } from './tags.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('pnid_inferences').selectAll().where('id', '=', p.id));
const runOf = prepared((p: { id: string }) => q.selectFrom('pnid_runs').selectAll().where('inference_id', '=', p.id));
const inputsOf = prepared((p: { id: string }) =>
  q.selectFrom('pnid_inputs').selectAll().where('inference_id', '=', p.id),
);
const resultsOf = prepared((p: { id: string }) =>
  q.selectFrom('pnid_results').selectAll().where('inference_id', '=', p.id),
);
const sheetsOf = prepared((p: { id: string }) =>
  q.selectFrom('pnid_sheets').selectAll().where('inference_id', '=', p.id).orderBy('position'),
);

export const findInference = async (db: Reader, id: string): Promise<InferenceRow | undefined> =>
  isUuid(id) ? db.first(byId, { id: id.toLowerCase() }) : undefined;

/** Once more, in a transaction. Errors: `NoLongerThere`, when it was deleted since. */
export async function inferenceAgain(tx: Transaction, id: string): Promise<InferenceRow> {
  const row = await tx.first(byId, { id });
  if (row === undefined) throw new NoLongerThere(`Inference ${id} was deleted.`);
  return row;
}

/** Newest first, after a place in that order. */
export function listInferences(
  db: Reader,
  twin: string,
  after: readonly [created: number, id: string] | undefined,
  limit: number,
): Promise<InferenceRow[]> {
  let query = q.selectFrom('pnid_inferences').selectAll().where('twin_id', '=', twin);
  if (after !== undefined) {
    const [created, id] = after;
    query = query.where(condition`created < ${created} or (created = ${created} and id > ${id})`);
  }
  return db.all(query.orderBy('created', 'desc').orderBy('id').limit(limit));
}

export async function countInferences(db: Reader, twin: string): Promise<number> {
  const count = q
    .selectFrom('pnid_inferences')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('twin_id', '=', twin);
  return Number((await db.first(count))?.count ?? 0);
}

export const insertInference = (tx: Transaction, row: InferenceRow) =>
  tx.run(q.insertInto('pnid_inferences').values(row));

export const touchInference = (tx: Transaction, id: string, modified: number) =>
  tx.run(q.updateTable('pnid_inferences').set({ modified }).where('id', '=', id));

export const findRun = (db: Reader, id: string): Promise<RunRow | undefined> => db.first(runOf, { id });
export const insertRun = (tx: Transaction, row: RunRow) => tx.run(q.insertInto('pnid_runs').values(row));
export const updateRun = (tx: Transaction, id: string, change: Partial<RunRow>) =>
  tx.run(q.updateTable('pnid_runs').set(change).where('inference_id', '=', id));

/** By name. */
export const listInputs = async (db: Reader, id: string): Promise<InputRow[]> =>
  (await db.all(inputsOf, { id })).toSorted(byName);
export const findInput = async (db: Reader, id: string, name: string): Promise<InputRow | undefined> =>
  (await db.all(inputsOf, { id })).find((row) => row.name === name);

export async function putInput(tx: Transaction, row: InputRow): Promise<void> {
  await removeInput(tx, row.inference_id, row.name);
  await tx.run(q.insertInto('pnid_inputs').values(row));
}
export const removeInput = (tx: Transaction, id: string, name: string) =>
  tx.run(q.deleteFrom('pnid_inputs').where('inference_id', '=', id).where('name', '=', name));

/** By name, those that are not visible yet among them. */
export const listResults = async (db: Reader, id: string): Promise<ResultRow[]> =>
  (await db.all(resultsOf, { id })).toSorted(byName);
export const findResult = (db: Reader, id: string, name: string): Promise<ResultRow | undefined> =>
  db.first(q.selectFrom('pnid_results').selectAll().where('inference_id', '=', id).where('name', '=', name));

/** Takes over the blobs of files of one inference, in the place of those of the same name. */
export async function putResults(
  tx: Transaction,
  rows: readonly ResultRow[],
  { blobs }: Pick<Ports, 'blobs'>,
): Promise<void> {
  const formerFiles: string[] = [];
  for (const row of rows) {
    const former = await findResult(tx, row.inference_id, row.name);
    if (former) formerFiles.push(former.blob_id);
    await tx.run(
      q.deleteFrom('pnid_results').where('inference_id', '=', row.inference_id).where('name', '=', row.name),
    );
    await tx.run(q.insertInto('pnid_results').values(row));
  }
  const [first] = rows;
  if (first) await removeFiles(tx, first.inference_id, formerFiles, { blobs });
  await blobs.take(
    tx,
    rows.map((row) => row.blob_id),
  );
}

export const showResults = (tx: Transaction, id: string) =>
  tx.run(q.updateTable('pnid_results').set({ visible: 1 }).where('inference_id', '=', id));

export const listSheets = (db: Reader, id: string): Promise<SheetRow[]> => db.all(sheetsOf, { id });
export const insertSheet = (tx: Transaction, row: SheetRow) =>
  tx.run(
    q
      .insertInto('pnid_sheets')
      .values(pick(row, 'inference_id', 'position', 'name', 'page', 'state', 'tries', 'error')),
  );
export const updateSheet = (
  tx: Transaction,
  { inference_id, position }: Pick<SheetRow, 'inference_id' | 'position'>,
  change: Partial<SheetRow>,
) =>
  tx.run(
    q.updateTable('pnid_sheets').set(change).where('inference_id', '=', inference_id).where('position', '=', position),
  );

/** What a run has made so far; what people said of it stays. */
export async function removeResults(tx: Transaction, id: string, { blobs }: Pick<Ports, 'blobs'>): Promise<void> {
  const own = (await listResults(tx, id)).map((row) => row.blob_id);
  await tx.run(q.deleteFrom('pnid_results').where('inference_id', '=', id));
  await tx.run(q.deleteFrom('pnid_sheets').where('inference_id', '=', id));
  await removeTags(tx, id);
  await removeFiles(tx, id, own, { blobs });
}

/** A run with what it has made; its work ends when it goes on. */
export async function removeRun(
  tx: Transaction,
  { inference_id: id, job_id, status }: RunRow,
  ports: Pick<Ports, 'blobs' | 'jobs'>,
): Promise<void> {
  await removeResults(tx, id, ports);
  await tx.run(q.deleteFrom('pnid_runs').where('inference_id', '=', id));
  if (isGoingOn({ status })) await ports.jobs.cancel(tx, job_id);
}

export const isGoingOn = ({ status }: Pick<RunRow, 'status'>): boolean =>
  status === 'queued' || status === 'inProgress';

/** An inference with everything of it. */
export async function removeInference(
  tx: Transaction,
  id: string,
  ports: Pick<Ports, 'blobs' | 'jobs'>,
): Promise<void> {
  const run = await findRun(tx, id);
  if (run) await removeRun(tx, run, ports);
  await removeReviews(tx, id, ports);
  await removeCorrections(tx, id);
  const own = (await listInputs(tx, id)).map((row) => row.blob_id);
  await tx.run(q.deleteFrom('pnid_inputs').where('inference_id', '=', id));
  await tx.run(q.deleteFrom('pnid_inferences').where('id', '=', id));
  await ports.blobs.remove(tx, own);
}

export const inferencesOfTwin = async (db: Reader, twin: string): Promise<string[]> =>
  (await db.all(q.selectFrom('pnid_inferences').select('id').where('twin_id', '=', twin))).map((row) => row.id);
