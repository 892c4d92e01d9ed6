import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { NoLongerThere } from '../../../api/http/problem.ts';
import { resultLink } from '../files/link.ts';
import { findJob } from '../store/jobs.ts';
import type { JobRow } from '../tables.ts';
import { prefix } from '../tools.ts';
import { workOf } from './work.ts';

type Base = Pick<Context, 'baseUrl'>;

export const jobPath = ({ tool, public_id }: JobRow): string => `${prefix}/${tool}/jobs/${public_id}`;

/** A job of a configuration has no report of its own. */
function reportLink(row: JobRow, { baseUrl }: Base) {
  const { reportId, labels } = workOf(row);
  return { href: labels === null ? `${baseUrl}/insights/reporting/reports/${reportId}` : '' };
}

export function createdView(row: JobRow, context: Base) {
  const self = { href: `${context.baseUrl}${jobPath(row)}` };
  return row.tool === 'carbontool-a'
    ? { id: row.public_id, _links: { report: reportLink(row, context), job: self } }
    : { id: row.public_id, _links: { status: self } };
}

/** A job as it is now, with a link to its result that works for an hour. */
export async function statusReply(found: JobRow, context: Context) {
  const { row, status } = await statusOf(found, context);
  const shown = { href: row.status === 'Succeeded' ? (row.project_url ?? resultLink(row.id, context)) : '' };
  const job =
    row.tool === 'carbontool-a'
      ? {
          id: row.public_id,
          fileToken: row.id.replaceAll('-', '').slice(0, 12),
          status,
          message: row.message ?? '',
          _links: { report: reportLink(row, context), 'carbontool-a': shown },
        }
      : { id: row.public_id, status, message: row.message, _links: { 'carbontool-bProject': shown } };
  return reply(200, { job });
}

/** Looked up again where it ended between two reads. */
export async function statusOf(row: JobRow, { db, ports }: Context) {
  if (row.status !== 'Queued') return { row, status: row.status };
  const job = await ports.jobs.find(db, row.job_id);
  if (job?.state === 'Queued' || job?.state === 'Running') return { row, status: job.state };
  const now = await findJob(db, row.id);
  if (now === undefined) throw new NoLongerThere(`Carbon job ${row.id} was removed.`);
  return { row: now, status: now.status };
}
