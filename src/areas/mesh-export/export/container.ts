import type { Kit } from '../../../api/area.ts';
import type { ContainerBlob, ContainerKind } from '../../../kernel/blobs/container-port.ts';
import { isJson } from '../../../kernel/blobs/containers/read.ts';
import type { ExportRow, MeshFileRow } from '../tables.ts';
import { filesPath } from './link.ts';
import { findExport, findFile, listFiles } from './store.ts';

/** The files of exports, by the signed addresses of their containers (mesh-export.md section 5.1). */
export const meshContainers = ({ ports }: Pick<Kit, 'ports'>): ContainerKind<ExportRow> => ({
  path: filesPath,
  /** Files of recycled models and deleted twins are as good as gone. */
  async find(db, id) {
    const row = await findExport(db, id);
    if (row?.status !== 'Complete' || (await ports.twins.find(db, row.twin_id)) === undefined) return undefined;
    return (await ports.models.find(db, row.model_id)) && row;
  },
  async blob(db, { id }, name) {
    const file = await findFile(db, id, name);
    return file && blobOf(file);
  },
  list: async (db, { id }) => (await listFiles(db, id)).map(blobOf),
  /**
   * What is in a container never changes. A viewer begins with the JSON, which is asked for again each time (304 while
   * it is the same): so a link that has ended, or whose export is gone, opens nothing, wherever the rest is still cached.
   */
  cachingOf: ({ contentType }) => (isJson(contentType) ? 'no-cache' : 'max-age=31536000, immutable'),
  listing: 'short',
});

const blobOf = (file: MeshFileRow): ContainerBlob => ({
  name: file.name,
  blobId: file.blob_id,
  size: file.size,
  contentType: file.content_type,
  tag: file.sha256,
});
