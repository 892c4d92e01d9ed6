import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { isoTime, isoTimeOrNull } from '../../../std/iso-time.ts';
import { readJson } from '../../../std/json.ts';
import type { ExportRow } from '../tables.ts';
import { valueIn } from '../view.ts';
import type { exportShape } from './schema.ts';

export function exportView(row: ExportRow, { baseUrl }: Pick<Context, 'baseUrl'>): Static<typeof exportShape> {
  const self = `${baseUrl}/archives/exports/${row.id}`;
  const report = valueIn(row.report);
  const completed = row.state === 'Completed';
  return {
    id: row.id,
    twinId: row.twin_id,
    format: 'twin',
    state: row.state,
    step: row.step,
    choices: readJson(row.choices),
    fileName: row.file_name,
    size: row.size,
    manifestSha256: row.manifest_sha256,
    counts: valueIn(row.counts),
    leftOut: report?.leftOut.length ?? null,
    createdBy: row.created_by,
    jobId: row.job_id,
    error: valueIn(row.error),
    createdDateTime: isoTime(row.created),
    startedDateTime: isoTimeOrNull(row.started),
    endedDateTime: isoTimeOrNull(row.ended),
    expiresDateTime: completed ? isoTimeOrNull(row.expires) : null,
    _links: {
      self: { href: self },
      twin: { href: `${baseUrl}/twins/${row.twin_id}` },
      job: { href: `${baseUrl}/jobs/${row.job_id}` },
      file: completed ? { href: `${self}/file` } : null,
      report: hasReport(row) ? { href: `${self}/report` } : null,
    },
  };
}

/** The report belongs to a file that was written. */
export const hasReport = ({ state, report }: ExportRow): boolean =>
  report !== null && (state === 'Completed' || state === 'Expired');
