import { condition } from '../../../kernel/db/condition.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type ComponentRow, q, type TermKind, type TermRow } from '../tables.ts';

const byId = prepared((p: { id: string }) => q.selectFrom('library_terms').selectAll().where('id', '=', p.id));

/** A word of that kind in the library of the Account. */
export async function findTerm(
  db: Reader,
  accountId: string | undefined,
  kind: TermKind,
  id: string,
): Promise<TermRow | undefined> {
  const row = await db.first(byId, { id: id.toLowerCase() });
  return row?.kind === kind && row.account_id === accountId ? row : undefined;
}

/** Where a page of words begins: after this name, version and id. */
export type TermPosition = readonly [name: string, version: string, id: string];

/** A page of the words of a kind, by name. */
export function termsOf(
  db: Reader,
  accountId: string,
  kind: TermKind,
  after: TermPosition | undefined,
  limit: number,
): Promise<TermRow[]> {
  let query = q.selectFrom('library_terms').selectAll().where('account_id', '=', accountId).where('kind', '=', kind);
  if (after)
    query = query.where(condition`(name_folded, version_folded, id) > (${after[0]}, ${after[1]}, ${after[2]})`);
  return db.all(query.orderBy('name_folded').orderBy('version_folded').orderBy('id').limit(limit));
}

/** Which of these the library has, by kind. */
export async function knownTerms(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TermKind>> {
  if (ids.length === 0) return new Map();
  const terms = q.selectFrom('library_terms').select(['id', 'kind']).where('account_id', '=', accountId);
  return new Map((await db.all(terms.where('id', 'in', ids))).map(({ id, kind }) => [id, kind]));
}

/** False when the name is taken. */
export const insertTerm = async (tx: Transaction, row: TermRow): Promise<boolean> =>
  (await tx.run(
    q
      .insertInto('library_terms')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )) === 1;

/** Another word of the same kind with the same name and version, without case. */
export const namesake = (db: Reader, row: TermRow): Promise<Pick<TermRow, 'id'> | undefined> =>
  db.first(
    q
      .selectFrom('library_terms')
      .select('id')
      .where('account_id', '=', row.account_id)
      .where('kind', '=', row.kind)
      .where('name_folded', '=', row.name_folded)
      .where('version_folded', '=', row.version_folded)
      .where('id', '<>', row.id),
  );

export const updateTerm = (tx: Transaction, row: TermRow): Promise<number> =>
  tx.run(q.updateTable('library_terms').set(row).where('id', '=', row.id));

const referenceTo = {
  application: 'application_id',
  category: 'category_id',
  manufacturer: 'manufacturer_id',
} as const satisfies Record<TermKind, keyof ComponentRow>;

/** Components lose their reference to it. */
export async function deleteTermRow(tx: Transaction, { id, kind }: TermRow, now: number): Promise<boolean> {
  const column = referenceTo[kind];
  const components = q.updateTable('library_components').set((value) => ({
    [column]: null,
    modified: now,
    revision: value('revision', '+', 1),
  }));
  await tx.run(components.where(column, '=', id));
  return (await tx.run(q.deleteFrom('library_terms').where('id', '=', id))) === 1;
}
