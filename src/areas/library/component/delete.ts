import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { accountOf, type Found } from '../access.ts';
import { removePreview } from '../preview/follow.ts';
import { analyticsRow, insertAnalytics } from '../store/analytics.ts';
import { type Component, deleteComponentRow } from '../store/component.ts';
import { findPreview } from '../store/preview.ts';
import { removeThumbnailOf } from '../thumbnail/follow.ts';
import { deleteChildren } from './child-store.ts';

/** With everything that belongs to it. */
export async function deleteComponent({ library, resource: { row } }: Found<Component>, context: Context) {
  const { now, caller, ports } = context;
  const outcome = await context.write(async (tx) => {
    const preview = await findPreview(tx, row.id);
    if (preview !== undefined) await removePreview(tx, preview, ports);
    await removeThumbnailOf(tx, row.id, ports);
    await deleteChildren(tx, ports, row.id);
    if (!(await deleteComponentRow(tx, row.id))) throw new NoLongerThere(`Component ${row.id} was deleted.`);
    const done = analyticsRow({ action: 'Delete', component: row }, accountOf(library), caller, now);
    await insertAnalytics(tx, [done]);
  });
  return isFailed(outcome) ? outcome : noContent;
}
