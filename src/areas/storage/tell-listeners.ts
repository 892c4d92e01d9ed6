import type { FileContent } from '../../api/ports/files.ts';
import type { Ports } from '../../api/ports/ports.ts';
import type { BlobContent } from '../../kernel/blobs/port.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { ItemRow } from './tables.ts';

type Watching = Pick<Ports, 'blobs' | 'listeners'>;

/** Tells that a file has got the content or the name that its row says now. */
export const tellContent = (tx: Transaction, row: ItemRow, content: BlobContent, { listeners }: Watching) =>
  listeners.files.changed(tx, contentOf(row, content));

/** Tells that a file was renamed. */
export async function tellName(tx: Transaction, row: ItemRow, ports: Watching): Promise<void> {
  const content = row.blob_id === null ? undefined : await ports.blobs.find(tx, row.blob_id);
  if (content !== undefined) await tellContent(tx, row, content, ports);
}

/** Download addresses of a content work until they expire. */
const addressesLive = 3_600_000;

/** Removes a content that its file no longer has, unless another area needs it. */
export async function dropContent(
  tx: Transaction,
  blobId: string | null,
  { blobs, listeners }: Watching,
): Promise<void> {
  if (blobId !== null && !(await listeners.files.keeps(tx, blobId))) await blobs.remove(tx, [blobId], addressesLive);
}

const contentOf = (row: ItemRow, { size, sha256 }: BlobContent): FileContent => ({
  fileId: row.id,
  twinId: row.twin_id,
  name: row.name,
  description: row.description,
  size,
  blobId: row.blob_id ?? '',
  sha256,
  userId: row.modified_by,
  time: row.modified,
});
