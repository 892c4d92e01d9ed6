import type { Context } from '../../../kernel/http/context.ts';
import { noContent } from '../../../kernel/http/endpoint.ts';
import { Gone, isFailed } from '../../../kernel/http/problem.ts';
import { accountOf, type Found } from '../access.ts';
import { analyticsRow, insertAnalytics } from '../analytics.store.ts';
import { deleteChildren } from '../child.store.ts';
import { type Component, deleteComponentRow } from '../component.store.ts';
import { removePreview } from '../preview/follow.ts';
import { findPreview } from '../preview.store.ts';
import { removeThumbnailOf } from '../thumbnail/follow.ts';

/** With everything that belongs to it. */
export async function deleteComponent({ library, resource: { row } }: Found<Component>, context: Context) {
  const { now, caller, ports } = context;
  const outcome = await context.write(async (tx) => {
    const preview = await findPreview(tx, row.id);
    if (preview !== undefined) await removePreview(tx, preview, ports);
    await removeThumbnailOf(tx, row.id, ports);
    await deleteChildren(tx, ports, row.id);
    if (!(await deleteComponentRow(tx, row.id))) throw new Gone(`Component ${row.id} was deleted.`);
    const done = analyticsRow({ action: 'Delete', component: row }, accountOf(library), caller, now);
    await insertAnalytics(tx, [done]);
  });
  return isFailed(outcome) ? outcome : noContent;
}
