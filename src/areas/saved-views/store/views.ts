import { NoLongerThere } from '../../../api/http/problem.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { jsonOf } from '../../../std/json.ts';
import type { ViewData } from '../tables.ts';
import { type ExtensionRow, type GroupRow, q, type TagRow, type ViewRow } from '../tables.ts';
import { extensionNamesOf, extensionsOf } from './extensions.ts';

/** A view with its tags and its group. */
export interface LocatedView {
  readonly row: ViewRow;
  /** By name. */
  readonly tags: readonly TagRow[];
  readonly group: GroupRow | undefined;
}

/** A view with what may be large. */
export interface WholeView extends LocatedView {
  /** JSON of SavedViewData. */
  readonly data: ViewData;
  /** By name. */
  readonly extensions: readonly ExtensionRow[];
}

/** A view without the data of its extensions; in lists without its own, too. */
export interface ShortView extends LocatedView {
  readonly data?: ViewData | undefined;
  readonly extensions: readonly Pick<ExtensionRow, 'name'>[];
}

/** All but `data`, which may be large. */
export const viewColumns = [
  'id',
  'twin_id',
  'model_id',
  'name',
  'name_folded',
  'created',
  'created_by',
  'version',
  'group_id',
  'shared',
  'modified',
  'image',
  'data_size',
  'extensions_size',
] as const satisfies readonly (keyof ViewRow)[];

const viewById = prepared((p: { id: string }) =>
  q.selectFrom('saved_views').select(viewColumns).where('id', '=', p.id),
);
const dataById = prepared((p: { id: string }) => q.selectFrom('saved_views').select('data').where('id', '=', p.id));
const groupOfView = prepared((p: { id: string }) =>
  q
    .selectFrom('saved_view_groups as one')
    .innerJoin('saved_views as view', 'view.group_id', 'one.id')
    .selectAll('one')
    .where('view.id', '=', p.id),
);
const tagsOfView = prepared((p: { id: string }) =>
  q
    .selectFrom('saved_view_tags as tag')
    .innerJoin('saved_view_tagged as tagged', 'tagged.tag_id', 'tag.id')
    .selectAll('tag')
    .where('tagged.view_id', '=', p.id)
    .orderBy('tag.name_folded')
    .orderBy('tag.id'),
);

export async function findView(db: Reader, id: string): Promise<LocatedView | undefined> {
  const row = await db.first(viewById, { id });
  if (row === undefined) return undefined;
  const group = row.group_id === null ? undefined : await db.first(groupOfView, { id });
  return { row, tags: await db.all(tagsOfView, { id }), group };
}

const dataOf = async (db: Reader, id: string): Promise<ViewData> =>
  (await db.first(dataById, { id }))?.data ?? jsonOf({});

export const wholeView = async (db: Reader, view: LocatedView): Promise<WholeView> => ({
  ...view,
  data: await dataOf(db, view.row.id),
  extensions: await extensionsOf(db, [view.row.id]),
});

/** A view once more, in a transaction. Errors: `Gone`, when it was deleted since. */
export async function again(tx: Transaction, id: string): Promise<LocatedView> {
  const view = await findView(tx, id);
  if (view === undefined) throw new NoLongerThere(`Saved view ${id} was deleted.`);
  return view;
}

export const readWhole = async (tx: Transaction, id: string): Promise<WholeView> => wholeView(tx, await again(tx, id));

export const shortView = async (db: Reader, view: LocatedView): Promise<ShortView> => ({
  ...view,
  data: await dataOf(db, view.row.id),
  extensions: await extensionNamesOf(db, [view.row.id]),
});

export const insertView = (tx: Transaction, row: ViewRow, data: ViewData): Promise<number> =>
  tx.run(q.insertInto('saved_views').values({ ...row, data }));

type Change = Partial<ViewRow & { data: ViewData }>;

/** Stores a change that people see of a view, which thereby has one version more. Answers the row as it is then. */
export async function changeView(tx: Transaction, row: ViewRow, change: Change, now: number): Promise<ViewRow> {
  const whole = { ...change, modified: now, version: row.version + 1 };
  await tx.run(q.updateTable('saved_views').set(whole).where('id', '=', row.id));
  const { data: _, ...shown } = whole;
  return { ...row, ...shown };
}

/** Takes a view out of the tables with all that hangs on it. */
export async function deleteViewRows(tx: Transaction, id: string): Promise<void> {
  await tx.run(q.deleteFrom('saved_view_extensions').where('view_id', '=', id));
  await tx.run(q.deleteFrom('saved_view_tagged').where('view_id', '=', id));
  await tx.run(q.deleteFrom('saved_views').where('id', '=', id));
}

/** Makes exactly these the tags of a view. */
export async function replaceTags(tx: Transaction, viewId: string, tags: readonly TagRow[]): Promise<void> {
  await tx.run(q.deleteFrom('saved_view_tagged').where('view_id', '=', viewId));
  if (tags.length === 0) return;
  const rows = tags.map((tag) => ({ view_id: viewId, tag_id: tag.id }));
  await tx.run(q.insertInto('saved_view_tagged').values(rows));
}
