import type { Context } from '../../../api/http/context.ts';
import type { ItemRow } from '../tables.ts';
import { contentTypeOf, filePlace } from './upload.ts';

/** 302 to a signed address of the content, valid for an hour. */
export function downloadFile(row: ItemRow, { ports }: Context) {
  const address = { id: row.blob_id ?? '', ...filePlace };
  const location = ports.blobs.downloadUrl(address, {
    fileName: row.name,
    contentType: contentTypeOf(row.name),
    owner: { twinId: row.twin_id, fileId: row.id },
  });
  return { status: 302, headers: { Location: location } } as const;
}
