import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { JobRow } from '../../../kernel/jobs/tables.ts';
import type { Found } from '../access.ts';
import { linkTo } from '../common-view.ts';
import { archivePlace, fetchable } from '../place.ts';
import type { JobStatus } from '../schema/upload.ts';
import type { ArchiveRow, UploadRow } from '../tables.ts';

export const jobAddress = (baseUrl: string, publicId: string): string => `${baseUrl}/library/jobs/${publicId}`;

/** What a job works for: a file that becomes a component, or a catalog that leaves or comes. */
export type Worked = UploadRow | ArchiveRow;

export const readJob = async ({ resource }: Found<Worked>, context: Context) =>
  reply(200, { job: await jobView(resource, context) });

export async function jobView(row: Worked, context: Context) {
  const job = await context.ports.jobs.find(context.db, row.job_id);
  return {
    id: row.public_id,
    displayName: row.file_name,
    jobSize: row.size,
    progress: progressOf(row, job),
    status: row.ending ?? statusOf(job),
    error: row.error,
    type: 'kind' in row ? row.kind : ('Upload' as const),
    _links: linksOf(row, context),
  };
}

function linksOf(row: Worked, { baseUrl, now, ports }: Context) {
  if (!('kind' in row)) {
    return row.component_id === null ? {} : { component: linkTo(baseUrl, 'components', row.component_id) };
  }
  if (row.ending !== 'Success') return {};
  if (row.kind === 'CatalogImport') {
    return row.catalog_id === null ? {} : { catalog: linkTo(baseUrl, 'catalogs', row.catalog_id) };
  }
  if (row.blob_id === null || row.ended === null || row.ended + fetchable < now) return {};
  const options = { fileName: row.file_name, contentType: 'application/zip', owner: { twinId: row.account_id } };
  return { file: { href: ports.blobs.downloadUrl({ ...archivePlace, id: row.blob_id }, options) } };
}

/** Between two attempts it counts as being at work. */
function statusOf(job: JobRow | undefined): JobStatus {
  if (job === undefined || (job.state === 'Queued' && job.attempt === 0)) return 'Queued';
  return job.cancelling === 1 ? 'PendingCancel' : 'InProgress';
}

function progressOf({ ending }: Pick<Worked, 'ending'>, job: JobRow | undefined): number {
  if (ending === 'Success') return 100;
  if (job === undefined || job.total === null || job.total === 0) return 0;
  return Math.min(99, Math.floor((100 * job.done) / job.total));
}
