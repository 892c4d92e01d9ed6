import { NoLongerThere } from '../../../api/http/problem.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import type { Declaration, Epd } from '../../../engines/carbon/types.ts';
import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { fold, likeLiteral } from '../../../std/text.ts';
import { type EpdRow, q } from '../tables.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('carbon_epds').selectAll().where('id', '=', p.id));
const perQuery = 500;

export const findEpd = (db: Reader, id: string): Promise<EpdRow | undefined> =>
  db.first(byId, { id: id.toLowerCase() });

/** The twins whose declarations and mappings can be used in a twin: itself and its Account. */
export const reachOf = ({ id, accountId }: Pick<TwinFacts, 'id' | 'accountId'>): readonly string[] => [
  ...new Set([id, accountId]),
];

/** Those of these ids that belong to one of the twins, in no order. */
export async function epdsById(db: Reader, twins: readonly string[], ids: readonly string[]): Promise<EpdRow[]> {
  const found: EpdRow[] = [];
  for (let first = 0; first < ids.length; first += perQuery) {
    const some = q
      .selectFrom('carbon_epds')
      .selectAll()
      .where('id', 'in', ids.slice(first, first + perQuery));
    found.push(...(await db.all(some.where('twin_id', 'in', twins))));
  }
  return found;
}

export interface EpdPage {
  readonly twins: readonly string[];
  readonly search: string | undefined;
  /** The last one of the page before. */
  readonly after: readonly [key: string, id: string] | undefined;
  readonly limit: number;
}

/** By name, then id. */
export function listEpds(db: Reader, { twins, search, after, limit }: EpdPage): Promise<EpdRow[]> {
  let query = q.selectFrom('carbon_epds').selectAll().where('twin_id', 'in', twins);
  if (search) query = query.where(condition`name_key like ${`%${likeLiteral(fold(search))}%`} escape '\\'`);
  if (after !== undefined) {
    const [key, id] = after;
    query = query.where(condition`name_key > ${key} or (name_key = ${key} and id > ${id})`);
  }
  return db.all(query.orderBy('name_key').orderBy('id').limit(limit));
}

const mostNames = 20_000;

/** The names of all, as far as there are 20,000. */
export const epdNames = (
  db: Reader,
  twins: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> =>
  db.all(
    q
      .selectFrom('carbon_epds')
      .select(['id', 'name'])
      .where('twin_id', 'in', twins)
      .orderBy('name_key')
      .orderBy('id')
      .limit(mostNames),
  );

/** Adds those that the twin does not have of the same place in the same file; answers all of them, in their order. */
export async function addEpds(tx: Transaction, rows: readonly EpdRow[]): Promise<EpdRow[]> {
  const [first] = rows;
  if (first === undefined) return [];
  for (let at = 0; at < rows.length; at += perQuery) {
    await tx.run(
      q
        .insertInto('carbon_epds')
        .values(rows.slice(at, at + perQuery))
        .onConflict((conflict) => conflict.doNothing()),
    );
  }
  const ofSource = q
    .selectFrom('carbon_epds')
    .selectAll()
    .where('twin_id', '=', first.twin_id)
    .where('source_sha', '=', first.source_sha);
  return tx.all(ofSource.orderBy('source_position'));
}

/** Whether a reviewed mapping names it. */
export const isEpdInUse = async (db: Reader, id: string): Promise<boolean> =>
  (await db.first(
    q
      .selectFrom('carbon_mapping_epds as used')
      .innerJoin('carbon_mappings as mapping', 'mapping.id', 'used.mapping_id')
      .select('mapping.id')
      .where('used.epd_id', '=', id)
      .where('mapping.state', '=', 'Reviewed')
      .limit(1),
  )) !== undefined;

export async function removeEpd(tx: Transaction, id: string): Promise<void> {
  const removed = await tx.run(q.deleteFrom('carbon_epds').where('id', '=', id));
  if (removed === 0) throw new NoLongerThere(`Epd ${id} was deleted.`);
}

/** Those of a twin with a name, the newest first. */
export const epdsNamed = (db: Reader, twinId: string, nameKey: string): Promise<EpdRow[]> =>
  db.all(
    q
      .selectFrom('carbon_epds')
      .selectAll()
      .where('twin_id', '=', twinId)
      .where('name_key', '=', nameKey)
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .limit(perQuery),
  );

export async function putDeclaration(tx: Transaction, { id, declaration }: EpdRow): Promise<void> {
  const changed = await tx.run(q.updateTable('carbon_epds').set({ declaration }).where('id', '=', id));
  if (changed === 0) throw new NoLongerThere(`Epd ${id} was deleted.`);
}

export const declarationOf = (row: EpdRow): Declaration => JSON.parse(row.declaration);

/** As calculations take it. */
export function epdOf(row: EpdRow): Epd {
  const declaration = declarationOf(row);
  const format = row.source_format;
  return { ...declaration, id: row.id, source: { format, fileName: row.file_name, sha256: row.source_sha } };
}
