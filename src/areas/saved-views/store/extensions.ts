import type { Static } from 'typebox';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import type { extensionCreate } from '../schema/extension.ts';
import { type ExtensionRow, q } from '../tables.ts';

const byName = prepared((p: { view: string; name: string }) =>
  q.selectFrom('saved_view_extensions').selectAll().where('view_id', '=', p.view).where('name', '=', p.name),
);

export const findExtension = (db: Reader, view: string, name: string): Promise<ExtensionRow | undefined> =>
  db.first(byName, { view, name });

const ordered = q.selectFrom('saved_view_extensions').orderBy('view_id').orderBy('name');

/** The extensions of some views, by name. */
export const extensionsOf = (db: Reader, views: readonly string[]): Promise<ExtensionRow[]> =>
  db.all(ordered.selectAll().where('view_id', 'in', views));

/** As `extensionsOf`, without what may be large. */
export const extensionNamesOf = (
  db: Reader,
  views: readonly string[],
): Promise<Pick<ExtensionRow, 'view_id' | 'name'>[]> =>
  db.all(ordered.select(['view_id', 'name']).where('view_id', 'in', views));

/** Inserts or replaces. */
export async function storeExtension(tx: Transaction, row: ExtensionRow): Promise<void> {
  const { view_id: _, name: __, ...content } = row;
  await tx.run(
    q
      .insertInto('saved_view_extensions')
      .values(row)
      .onConflict((conflict) => conflict.columns(['view_id', 'name']).doUpdateSet(content)),
  );
}

export const deleteExtensionRow = (tx: Transaction, { view_id, name }: ExtensionRow): Promise<number> =>
  tx.run(q.deleteFrom('saved_view_extensions').where('view_id', '=', view_id).where('name', '=', name));

/** The row of an extension as a body gives it. */
export const extensionRow = (
  viewId: string,
  { extensionName, data, markdownUrl, schemaUrl }: Static<typeof extensionCreate>,
  version: number,
): ExtensionRow => ({
  view_id: viewId,
  name: extensionName,
  markdown_url: markdownUrl ?? null,
  schema_url: schemaUrl ?? null,
  version,
  data,
});

export const bytesOf = (text: string): number => Buffer.byteLength(text);
