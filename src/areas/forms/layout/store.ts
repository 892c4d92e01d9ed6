import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type LayoutRow, q } from '../tables.ts';
import type { Layout } from './controls.ts';
import { isUnreadable, readLayout } from './read.ts';

const layoutOf = prepared((p: { id: string; version: number }) =>
  q.selectFrom('form_layouts').selectAll().where('definition_id', '=', p.id).where('version', '=', p.version),
);

const noControls: Layout = { controls: [], all: [], byKey: new Map() };

/** Layouts that were parsed lately, by definition and version: a version never changes. */
const parsed = new Map<string, Layout>();
const mostParsed = 50;

/** The text of a version of a layout. */
export async function layoutText(db: Reader, id: string, version: number): Promise<string> {
  return (await db.first(layoutOf, { id, version }))?.definition ?? '';
}

/** A version of a layout; without controls where the text is unreadable. */
export async function loadLayout(db: Reader, id: string, version: number): Promise<Layout> {
  const key = `${id} ${version}`;
  const known = parsed.get(key);
  if (known) return known;
  const read = readLayout(await layoutText(db, id, version));
  const layout = isUnreadable(read) ? noControls : read;
  if (parsed.size >= mostParsed) parsed.delete(parsed.keys().next().value ?? '');
  parsed.set(key, layout);
  return layout;
}

export const insertLayout = (tx: Transaction, row: LayoutRow): Promise<number> =>
  tx.run(q.insertInto('form_layouts').values(row));

/** Removes the versions that neither the definition nor a form needs any more. */
export async function removeUnusedLayouts(tx: Transaction, definitionId: string): Promise<void> {
  const used = q.selectFrom('forms').select('layout_version').where('definition_id', '=', definitionId);
  const newest = q.selectFrom('form_definitions').select('version').where('id', '=', definitionId);
  const all = q.deleteFrom('form_layouts').where('definition_id', '=', definitionId);
  await tx.run(all.where('version', 'not in', used).where('version', 'not in', newest));
}
