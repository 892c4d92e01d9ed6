import { NoLongerThere } from '../../../api/http/problem.ts';
import type { ElementGroup, MappedMaterial, Mapping } from '../../../engines/carbon/types.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type MappingRow, q } from '../tables.ts';
import { timeOf } from '../view.ts';
import type { Place } from './configurations.ts';

export interface MappingContent {
  readonly groups: readonly ElementGroup[];
  readonly materials: readonly MappedMaterial[];
}

const byId = prepared((p: { id: string }) => q.selectFrom('carbon_mappings').selectAll().where('id', '=', p.id));
const defaultOf = prepared((p: { twin: string }) =>
  q.selectFrom('carbon_mappings').selectAll().where('twin_id', '=', p.twin).where('is_default', '=', 1),
);

export const findMapping = (db: Reader, id: string): Promise<MappingRow | undefined> =>
  db.first(byId, { id: id.toLowerCase() });

/** Once more, in a transaction. Errors: `Gone`, when it was deleted since. */
export async function mappingAgain(tx: Transaction, id: string): Promise<MappingRow> {
  const row = await tx.first(byId, { id });
  if (row === undefined) throw new NoLongerThere(`Mapping ${id} was deleted.`);
  return row;
}

/** The default one of the first of the twins that has one. */
export async function defaultMapping(db: Reader, twins: readonly string[]): Promise<MappingRow | undefined> {
  for (const twin of twins) {
    const row = await db.first(defaultOf, { twin });
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Newest first. */
export function listMappings(
  db: Reader,
  { twins, after, limit }: { twins: readonly string[]; after: Place | undefined; limit: number },
): Promise<MappingRow[]> {
  let query = q.selectFrom('carbon_mappings').selectAll().where('twin_id', 'in', twins);
  if (after !== undefined) {
    const [created, id] = after;
    query = query.where(condition`created < ${created} or (created = ${created} and id > ${id})`);
  }
  return db.all(query.orderBy('created', 'desc').orderBy('id').limit(limit));
}

const mostReviewed = 100;

/** Those that somebody has looked at, the last ones first. */
export const reviewedMappings = (db: Reader, twins: readonly string[]): Promise<MappingRow[]> =>
  db.all(
    q
      .selectFrom('carbon_mappings')
      .selectAll()
      .where('twin_id', 'in', twins)
      .where('state', '=', 'Reviewed')
      .orderBy('reviewed', 'desc')
      .orderBy('id')
      .limit(mostReviewed),
  );

export const contentOf = ({ content }: Pick<MappingRow, 'content'>): MappingContent => JSON.parse(content);

/** Every declaration that a mapping names, once. */
export const epdIdsOf = ({ materials }: Pick<MappingContent, 'materials'>): readonly string[] => [
  ...new Set(
    materials.flatMap(({ epdId, transport = [] }) => [
      ...(epdId === null ? [] : [epdId]),
      ...transport.map((one) => one.epdId),
    ]),
  ),
];

/** Writes a new mapping, or one anew. A twin has one default: the last that was made so. */
export async function putMapping(tx: Transaction, row: MappingRow, isNew: boolean): Promise<void> {
  const { id, ...columns } = row;
  if (row.is_default === 1) {
    await tx.run(q.updateTable('carbon_mappings').set({ is_default: 0 }).where('twin_id', '=', row.twin_id));
  }
  if (isNew) await tx.run(q.insertInto('carbon_mappings').values(row));
  else await tx.run(q.updateTable('carbon_mappings').set(columns).where('id', '=', id));
  await tx.run(q.deleteFrom('carbon_mapping_epds').where('mapping_id', '=', id));
  const used = epdIdsOf(contentOf(row)).map((epd_id) => ({ mapping_id: id, epd_id }));
  for (let first = 0; first < used.length; first += 500) {
    await tx.run(q.insertInto('carbon_mapping_epds').values(used.slice(first, first + 500)));
  }
}

export async function removeMapping(tx: Transaction, id: string): Promise<void> {
  await tx.run(q.deleteFrom('carbon_mapping_epds').where('mapping_id', '=', id));
  const removed = await tx.run(q.deleteFrom('carbon_mappings').where('id', '=', id));
  if (removed === 0) throw new NoLongerThere(`Mapping ${id} was deleted.`);
}

/** As calculations take it. */
export const mappingOf = (row: MappingRow, reviewer: string | null): Mapping => ({
  id: row.id,
  displayName: row.display_name,
  version: row.version,
  studyPeriod: row.study_period,
  reviewedBy: reviewer,
  reviewedOn: row.reviewed === null ? null : timeOf(row.reviewed),
  ...contentOf(row),
});
