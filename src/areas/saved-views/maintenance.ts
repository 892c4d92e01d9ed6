import type { Kit } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { blobsOf } from './store/images.ts';
import { q } from './tables.ts';

/** Everything that the area holds of a twin. */
export async function purgeTwin(tx: Transaction, twinId: string, { ports }: Kit): Promise<void> {
  const views = q.selectFrom('saved_views').where('twin_id', '=', twinId);
  const images = await tx.all(views.select('image').where('image', 'is not', null));
  await ports.blobs.remove(tx, images.flatMap(blobsOf));
  await tx.run(q.deleteFrom('saved_view_extensions').where('view_id', 'in', views.select('id')));
  await tx.run(q.deleteFrom('saved_view_tagged').where('view_id', 'in', views.select('id')));
  for (const table of ['saved_views', 'saved_view_groups', 'saved_view_tags'] as const) {
    await tx.run(q.deleteFrom(table).where('twin_id', '=', twinId));
  }
}
