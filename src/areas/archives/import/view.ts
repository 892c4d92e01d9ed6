import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { isoTime } from '../../../std/iso-time.ts';
import type { ImportRow } from '../tables.ts';
import { valueIn } from '../view.ts';
import type { importShape } from './schema.ts';
import { importPlace } from './store.ts';

type Used = Pick<Context, 'baseUrl' | 'db' | 'ports' | 'now'>;

/** How long the address of an upload is valid. */
const addressed = 12 * 3_600_000;

export async function importView(row: ImportRow, context: Used): Promise<Static<typeof importShape>> {
  const { baseUrl, db, ports, now } = context;
  const self = `${baseUrl}/archives/imports/${row.id}`;
  const waits = row.state === 'AwaitingUpload' && row.blob_id !== null && now < row.created + addressed;
  const upload = waits ? ports.blobs.uploadUrl({ id: row.blob_id ?? '', ...importPlace }, row.file_name) : undefined;
  const job = row.state === 'Checking' && row.job_id !== null ? await ports.jobs.find(db, row.job_id) : undefined;
  return {
    id: row.id,
    state: row.state,
    format: 'twin',
    fileName: row.file_name,
    follows: null,
    size: row.size,
    sha256: row.sha256,
    progress: job ? { done: job.done, total: job.total } : null,
    archive: valueIn(row.archive),
    fault: valueIn(row.fault),
    createdBy: row.created_by,
    createdDateTime: isoTime(row.created),
    expiresDateTime: isoTime(row.expires),
    jobId: row.job_id,
    _links: {
      self: { href: self },
      uploadUrl: upload === undefined ? null : { href: upload },
      completeUrl: waits ? { href: `${self}/complete` } : null,
    },
  };
}
