import type { Static } from 'typebox';
import { isoTime, isoTimeOrNull } from '../../../std/iso-time.ts';
import { readJson } from '../../../std/json.ts';
import type { Links } from '../image/store.ts';
import type { ExportRequest, ExportRow } from '../tables.ts';
import type { exportShape } from './schema.ts';
import { exportPlace } from './store.ts';

/** The members that were given. */
const withoutNulls = ({ outputFormat, ...members }: ExportRequest): Static<typeof exportShape>['request'] => ({
  ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)),
  outputFormat,
});

export function exportView(row: ExportRow, { ports }: Links): Static<typeof exportShape> {
  return {
    id: row.id,
    request: withoutNulls(readJson(row.request)),
    status: row.status,
    outputUrl:
      row.status === 'Completed' && row.blob_id !== null && row.file_name !== null
        ? ports.blobs.downloadUrl(
            { id: row.blob_id, ...exportPlace },
            { fileName: row.file_name, contentType: 'application/octet-stream', owner: undefined },
          )
        : null,
    createdBy: row.created_by,
    createdDateTime: isoTime(row.created),
    startedDateTime: isoTimeOrNull(row.started),
    completedDateTime: isoTimeOrNull(row.completed),
  };
}
