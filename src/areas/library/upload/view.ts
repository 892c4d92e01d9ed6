import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import type { JobRow } from '../../../kernel/jobs/tables.ts';
import type { Found } from '../access.ts';
import { linkTo } from '../common.view.ts';
import type { UploadRow } from '../tables.ts';
import type { JobStatus } from '../upload.schema.ts';

export const jobAddress = (baseUrl: string, publicId: string): string => `${baseUrl}/library/jobs/${publicId}`;

export async function readJob({ resource: row }: Found<UploadRow>, { db, ports, baseUrl }: Context) {
  const job = await ports.jobs.find(db, row.job_id);
  return reply(200, { job: jobView(row, job, baseUrl) });
}

const jobView = (row: UploadRow, job: JobRow | undefined, baseUrl: string) => ({
  id: row.public_id,
  displayName: row.file_name,
  jobSize: row.size,
  progress: progressOf(row, job),
  status: row.ending ?? statusOf(job),
  error: row.error,
  type: 'Upload' as const,
  _links: row.component_id === null ? {} : { component: linkTo(baseUrl, 'components', row.component_id) },
});

/** Between two attempts it counts as being at work. */
function statusOf(job: JobRow | undefined): JobStatus {
  if (job === undefined || (job.state === 'Queued' && job.attempt === 0)) return 'Queued';
  return job.cancelling === 1 ? 'PendingCancel' : 'InProgress';
}

function progressOf({ ending }: UploadRow, job: JobRow | undefined): number {
  if (ending === 'Success') return 100;
  if (job === undefined || job.total === null || job.total === 0) return 0;
  return Math.min(99, Math.floor((100 * job.done) / job.total));
}
