import { NoLongerThere } from '../../../api/http/problem.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type ConfigurationRow, q } from '../tables.ts';
import type { Tool } from '../tools.ts';

/** The last one of the page before. */
export type Place = readonly [created: number, id: string];

const byId = prepared((p: { id: string }) => q.selectFrom('carbon_configurations').selectAll().where('id', '=', p.id));
const ofTwin = prepared((p: { twin: string; tool: Tool }) =>
  q
    .selectFrom('carbon_configurations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('twin_id', '=', p.twin)
    .where('tool', '=', p.tool),
);

export async function findConfiguration(db: Reader, tool: Tool, id: string): Promise<ConfigurationRow | undefined> {
  const row = await db.first(byId, { id: id.toLowerCase() });
  return row?.tool === tool ? row : undefined;
}

/** Once more, in a transaction. Errors: `Gone`, when it was deleted since. */
export async function configurationAgain(tx: Transaction, id: string): Promise<ConfigurationRow> {
  const row = await tx.first(byId, { id });
  if (row === undefined) throw new NoLongerThere(`Configuration ${id} was deleted.`);
  return row;
}

export const countConfigurations = async (db: Reader, twin: string, tool: Tool): Promise<number> =>
  Number((await db.first(ofTwin, { twin, tool }))?.count ?? 0);

/** Newest first. */
export function listConfigurations(
  db: Reader,
  { twin, tool, after, limit }: { twin: string; tool: Tool; after: Place | undefined; limit: number },
): Promise<ConfigurationRow[]> {
  let query = q.selectFrom('carbon_configurations').selectAll().where('twin_id', '=', twin).where('tool', '=', tool);
  if (after !== undefined) {
    const [created, id] = after;
    query = query.where(condition`created < ${created} or (created = ${created} and id > ${id})`);
  }
  return db.all(query.orderBy('created', 'desc').orderBy('id').limit(limit));
}

export const insertConfiguration = (tx: Transaction, row: ConfigurationRow): Promise<number> =>
  tx.run(q.insertInto('carbon_configurations').values(row));

export const updateConfiguration = (tx: Transaction, { id, ...row }: ConfigurationRow): Promise<number> =>
  tx.run(q.updateTable('carbon_configurations').set(row).where('id', '=', id));

export async function removeConfiguration(tx: Transaction, id: string): Promise<void> {
  const removed = await tx.run(q.deleteFrom('carbon_configurations').where('id', '=', id));
  if (removed === 0) throw new NoLongerThere(`Configuration ${id} was deleted.`);
}
