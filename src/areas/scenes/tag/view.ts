import { reply } from '../../../api/http/endpoint.ts';
import type { TagRow } from '../tables.ts';

export const tagView = (row: TagRow) => ({
  id: row.id,
  displayName: row.name,
  twinId: row.twin_id,
  createdById: row.created_by,
  creationTime: new Date(row.created).toISOString(),
  lastModified: new Date(row.modified).toISOString(),
});

export const tagReply = <const S extends number>(status: S, row: TagRow) =>
  reply(status, { tag: tagView(row) }, { version: row.version });
