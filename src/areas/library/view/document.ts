import type { Context } from '../../../api/http/context.ts';
import type { Blobs } from '../../../kernel/blobs/port.ts';
import { documentLink, present, stampOf } from '../common-view.ts';
import type { DocumentRow } from '../tables.ts';

export const documentPlace = { area: 'library', container: 'documents' } as const;

/** Who reads gets the file; who writes gets, where there is none, the address for it. */
export type Reach = 'read' | 'write';

const pictureTypes: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };

export const fileNameOf = ({ name, extension }: Pick<DocumentRow, 'name' | 'extension'>): string =>
  `${name}.${extension}`;

/** The address of the file, or the one that a file can be sent to. */
function fileAddress(row: DocumentRow, reach: Reach, blobs: Blobs): string | undefined {
  if (row.available === 1 && row.blob_id !== null) {
    const picture =
      row.purpose === 'Thumbnail' || row.purpose === 'GalleryImage' ? pictureTypes[row.extension_folded] : undefined;
    return blobs.downloadUrl(
      { ...documentPlace, id: row.blob_id },
      {
        fileName: fileNameOf(row),
        contentType: picture ?? 'application/octet-stream',
        owner: { twinId: row.account_id },
        inline: picture !== undefined,
      },
    );
  }
  if (reach === 'read' || row.upload_id === null) return undefined;
  return blobs.uploadUrl({ ...documentPlace, id: row.upload_id }, fileNameOf(row));
}

/** As brands show it. */
export function brandDocumentView(row: DocumentRow, { ports }: Pick<Context, 'ports'>, reach: Reach = 'read') {
  const fileUrl = fileAddress(row, reach, ports.blobs);
  return {
    id: row.id,
    displayName: row.name,
    extension: row.extension,
    purpose: row.purpose,
    size: row.size,
    available: row.available === 1,
    isActive: row.active === 1,
    version: row.version,
    ...present({ previousVersionId: row.previous_id }),
    ...stampOf(row),
    _links: present({ fileUrl: fileUrl === undefined ? null : { href: fileUrl } }),
  };
}

export function documentView(row: DocumentRow, context: Pick<Context, 'ports' | 'baseUrl'>, reach: Reach) {
  const { _links, ...content } = brandDocumentView(row, context, reach);
  const design = row.design_id === null ? null : documentLink(context.baseUrl, row.parent_id, row.design_id);
  return { ...content, _links: { ...present({ associatedDesignDocument: design }), ..._links } };
}
