import { reply } from '../../../api/http/endpoint.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { TagRow } from '../tables.ts';

export const tagView = (row: TagRow) => ({
  id: row.id,
  displayName: row.name,
  twinId: row.twin_id,
  createdById: row.created_by,
  creationTime: isoTime(row.created),
  lastModified: isoTime(row.modified),
});

export const tagReply = <const S extends number>(status: S, row: TagRow) =>
  reply(status, { tag: tagView(row) }, { version: row.version });
