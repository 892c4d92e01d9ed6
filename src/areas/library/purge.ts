import type { Kit } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { forgetProject } from './store/analytics.ts';
import { q } from './tables.ts';

/** Everything that the area holds of a twin: of an Account its library, of any other the traces of who looked. */
export async function purgeTwin(tx: Transaction, twinId: string, { ports }: Pick<Kit, 'ports'>): Promise<void> {
  await forgetProject(tx, twinId);
  const documents = q.selectFrom('library_documents').select(['blob_id', 'upload_id']);
  const uploads = q
    .selectFrom('library_uploads')
    .select(['design_blob', 'catalog_blob'])
    .where('component_id', 'is', null);
  const previews = q.selectFrom('library_previews').select(['model_blob', 'picture_blob']);
  const thumbnails = q.selectFrom('library_thumbnails').select('picture_blob').where('account_id', '=', twinId);
  const archives = q.selectFrom('library_archives').select('blob_id').where('account_id', '=', twinId);
  const files = [
    ...(await tx.all(archives)).map((row) => row.blob_id),
    ...(await tx.all(thumbnails)).map((row) => row.picture_blob),
    ...(await tx.all(documents.where('account_id', '=', twinId))).flatMap((row) => [row.blob_id, row.upload_id]),
    ...(await tx.all(previews.where('account_id', '=', twinId))).flatMap((row) => [row.model_blob, row.picture_blob]),
    ...(await tx.all(uploads.where('account_id', '=', twinId))).flatMap((row) => [row.design_blob, row.catalog_blob]),
  ];
  await ports.blobs.remove(
    tx,
    files.filter((id) => id !== null),
  );
  const catalogs = q.selectFrom('library_catalogs').select('id').where('account_id', '=', twinId);
  await tx.run(q.deleteFrom('library_catalog_places').where('catalog_id', 'in', catalogs));
  for (const table of [
    'library_terms',
    'library_catalogs',
    'library_components',
    'library_component_endings',
    'library_documents',
    'library_variations',
    'library_weblinks',
    'library_uploads',
    'library_archives',
    'library_previews',
    'library_thumbnails',
    'library_analytics',
  ] as const) {
    await tx.run(q.deleteFrom(table).where('account_id', '=', twinId));
  }
}
