import type { Kit } from '../../../api/area.ts';
import type { ContainerBlob, ContainerKind } from '../../../kernel/blobs/container-port.ts';
import { findFile, findJob, listFiles } from '../store/jobs.ts';
import type { FileRow, JobRow } from '../tables.ts';
import { resultsPath } from './link.ts';

/** The files of results, by the signed addresses of their containers. */
export const resultContainers = ({ ports }: Pick<Kit, 'ports'>): ContainerKind<JobRow> => ({
  path: resultsPath,
  /** Results of deleted twins are as good as gone. */
  async find(db, id) {
    const row = await findJob(db, id);
    if (row?.status !== 'Succeeded' || (await ports.twins.find(db, row.twin_id)) === undefined) return undefined;
    return row;
  },
  async blob(db, { id }, name) {
    const file = await findFile(db, id, name);
    return file && blobOf(file);
  },
  list: async (db, { id }) => (await listFiles(db, id)).map(blobOf),
  cachingOf: () => 'private, no-cache',
  listing: 'short',
});

const blobOf = ({ name, blob_id, size, content_type }: FileRow): ContainerBlob => ({
  name,
  blobId: blob_id,
  size,
  contentType: content_type,
  tag: blob_id, // a file never changes
});
