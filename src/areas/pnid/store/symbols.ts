import type { SymbolSet } from '../../../engines/drawings/symbols/set.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { isUuid } from '../../../std/ids.ts';
import { once } from '../../../std/once.ts';
import { q, type SymbolSetRow } from '../tables.ts';

/** What people choose of a set: all of it but what it is called by. */
export type SetRules = Pick<SymbolSet, 'minConfidence' | 'tags' | 'linePattern' | 'symbols'>;

/** Earlier ones that are kept of a set. */
const mostVersions = 50;

const byId = prepared((p: { id: string }) => q.selectFrom('pnid_symbol_sets').selectAll().where('id', '=', p.id));
const ofTwin = prepared((p: { twin: string }) =>
  q.selectFrom('pnid_symbol_sets').selectAll().where('twin_id', '=', p.twin),
);

/** A set as it is stored, or one that is built in, which belongs to no twin. */
export interface StoredSet extends Omit<SymbolSetRow, 'twin_id' | 'created_by'> {
  readonly twin_id: string | null;
}

/** What is built in, in the order in which it is listed, and what sheets are read with when nobody names a set. */
const builtIn = once(async () => {
  // some hundred symbols, which a start need not draw
  const [{ basicSet }, { normSet }, { automaticSet }] = await Promise.all([
    import('../../../engines/drawings/symbols/basic.ts'),
    import('../../../engines/drawings/symbols/norms.ts'),
    import('../../../engines/drawings/symbols/automatic.ts'),
  ]);
  const sets = [basicSet, normSet].map(
    (set): StoredSet => ({
      id: set.id,
      twin_id: null,
      display_name: set.displayName,
      version: set.version,
      modified: 0,
      content: JSON.stringify(rulesIn(set)),
    }),
  );
  return { sets, automaticId: automaticSet.id };
});

function rulesIn({ minConfidence, tags, linePattern, symbols }: SetRules): SetRules {
  return { minConfidence, tags, linePattern, symbols };
}

export const findSet = async (db: Reader, id: string): Promise<StoredSet | undefined> => {
  const known = (await builtIn()).sets.find((set) => set.id === id.toLowerCase());
  if (known) return known;
  return isUuid(id) ? db.first(byId, { id: id.toLowerCase() }) : undefined;
};

/** The set that a run names; null: the one that sheets are read with when nobody names one. */
export const usedSet = async (db: Reader, id: string | null): Promise<StoredSet | undefined> =>
  findSet(db, id ?? (await builtIn()).automaticId);

/** What is built in, then those of a twin by name. */
export const listSets = async (db: Reader, twin: string): Promise<StoredSet[]> => {
  const own = await db.all(ofTwin, { twin });
  return [...(await builtIn()).sets, ...own.toSorted((a, b) => (a.display_name < b.display_name ? -1 : 1))];
};

/** How many a twin has of its own. */
export async function countSets(db: Reader, twin: string): Promise<number> {
  const count = q
    .selectFrom('pnid_symbol_sets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('twin_id', '=', twin);
  return Number((await db.first(count))?.count ?? 0);
}

export const rulesOf = ({ content }: Pick<StoredSet, 'content'>): SetRules => JSON.parse(content);
export const contentOf = (rules: SetRules): string => JSON.stringify(rulesIn(rules));

/** The set as engines take it. */
export const symbolSetOf = (row: StoredSet) => ({ id: row.id, version: row.version, ...rulesOf(row) });

export const insertSet = (tx: Transaction, row: SymbolSetRow) => tx.run(q.insertInto('pnid_symbol_sets').values(row));
export const updateSet = (tx: Transaction, id: string, change: Partial<SymbolSetRow>) =>
  tx.run(q.updateTable('pnid_symbol_sets').set(change).where('id', '=', id));
export async function removeSet(tx: Transaction, id: string): Promise<void> {
  await tx.run(q.deleteFrom('pnid_symbol_set_versions').where('set_id', '=', id));
  await tx.run(q.deleteFrom('pnid_symbol_sets').where('id', '=', id));
}

export async function removeSetsOfTwin(tx: Transaction, twin: string): Promise<void> {
  for (const { id } of await tx.all(ofTwin, { twin })) await removeSet(tx, id);
}

const versionsOf = prepared((p: { id: string }) =>
  q.selectFrom('pnid_symbol_set_versions').selectAll().where('set_id', '=', p.id).orderBy('version', 'desc'),
);

/** Keeps a set as it is, before it changes; the oldest of many go. */
export async function keepVersion(tx: Transaction, row: StoredSet): Promise<void> {
  const { id: set_id, version, display_name, content, modified } = row;
  await tx.run(q.insertInto('pnid_symbol_set_versions').values({ set_id, version, display_name, content, modified }));
  await tx.run(
    q
      .deleteFrom('pnid_symbol_set_versions')
      .where('set_id', '=', set_id)
      .where('version', '<=', version - mostVersions),
  );
}

/** All versions of a set that are kept, the present one first. */
export async function listVersions(db: Reader, row: StoredSet): Promise<StoredSet[]> {
  const { id, twin_id } = row;
  const former = await db.all(versionsOf, { id });
  return [row, ...former.map(({ set_id: _, ...one }) => ({ ...one, id, twin_id }))];
}

/** Whether a run that goes on works with it. */
export async function isInUse(db: Reader, id: string): Promise<boolean> {
  const using = q
    .selectFrom('pnid_inferences')
    .innerJoin('pnid_runs', 'pnid_runs.inference_id', 'pnid_inferences.id')
    .select('pnid_runs.inference_id')
    .where('pnid_inferences.symbol_set_id', '=', id)
    .where('pnid_runs.status', 'in', ['queued', 'inProgress'])
    .limit(1);
  return (await db.first(using)) !== undefined;
}
