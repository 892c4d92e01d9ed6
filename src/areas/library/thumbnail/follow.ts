import type { Ports } from '../../../api/ports/ports.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { documentsOf } from '../store/document.ts';
import { deleteThumbnail, findThumbnail, insertThumbnail } from '../store/thumbnail.ts';
import type { DocumentRow, ThumbnailRow } from '../tables.ts';
import { fileNameOf } from '../view/document.ts';

export const thumbnailKind = 'library.thumbnail';
const hour = 3_600_000;
/** Larger pictures are documents like others. */
const largestSource = 64 * 2 ** 20;

type Needs = Pick<Ports, 'blobs' | 'jobs'>;

const isSource = ({ purpose, available, active, blob_id, extension_folded, size }: DocumentRow): boolean =>
  purpose === 'Thumbnail' &&
  available === 1 &&
  active === 1 &&
  blob_id !== null &&
  /^(png|jpe?g)$/.test(extension_folded) &&
  size <= largestSource;

/** Brings the small picture of a component or catalog along with its documents, in the transaction that changed them. */
export async function followPictures(tx: Transaction, parentId: string, userId: string, ports: Needs): Promise<void> {
  const source = (await documentsOf(tx, parentId)).find(isSource);
  const before = await findThumbnail(tx, parentId);
  if (before?.source_blob === (source?.blob_id ?? undefined)) return;
  if (before !== undefined) await removeThumbnail(tx, before, ports);
  if (source?.blob_id == null) return;
  const job_id = await ports.jobs.enqueue(tx, {
    kind: thumbnailKind,
    twinId: source.account_id,
    title: `Picture ${fileNameOf(source)}`,
    createdBy: userId,
    payload: {},
    lane: `${thumbnailKind} ${parentId}`,
  });
  const { account_id, blob_id: source_blob } = source;
  await insertThumbnail(tx, {
    parent_id: parentId,
    account_id,
    source_blob,
    job_id,
    picture_blob: null,
    picture_format: null,
  });
}

/** With its file; what makes it stops. */
export async function removeThumbnail(tx: Transaction, row: ThumbnailRow, { blobs, jobs }: Needs): Promise<void> {
  await deleteThumbnail(tx, row.parent_id);
  await jobs.cancel(tx, row.job_id);
  if (row.picture_blob !== null) await blobs.remove(tx, [row.picture_blob], hour); // addresses were handed out
}

/** That of a component or catalog that goes. */
export async function removeThumbnailOf(tx: Transaction, parentId: string, ports: Needs): Promise<void> {
  const row = await findThumbnail(tx, parentId);
  if (row !== undefined) await removeThumbnail(tx, row, ports);
}
