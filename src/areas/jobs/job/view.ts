import type { Static } from 'typebox';
import type { JobKind } from '../../../kernel/jobs/job.ts';
import { linesOf } from '../../../kernel/jobs/log-lines.ts';
import { percentOf } from '../../../kernel/jobs/progress.ts';
import type { JobRow } from '../../../kernel/jobs/tables.ts';
import { isoTime, isoTimeOrNull } from '../../../std/iso-time.ts';
import type { job } from './schema.ts';

/** A job as the API shows it; `queuePosition` is known while it waits. */
export function jobView(
  row: JobRow,
  kind: JobKind | undefined,
  queuePosition: number | undefined,
  baseUrl: string,
): Static<typeof job> {
  return {
    id: row.id,
    kind: row.kind,
    twinId: row.twin_id,
    title: row.title,
    state: row.state,
    step: row.step,
    done: row.done,
    total: row.total,
    unit: row.unit,
    percent: percentOf(row),
    message: row.message,
    log: linesOf(row.log),
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    queuePosition: queuePosition ?? null,
    createdBy: row.created_by,
    createdDateTime: isoTime(row.created),
    startedDateTime: isoTimeOrNull(row.started),
    endedDateTime: isoTimeOrNull(row.ended),
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    cancellable: isCancellable(row, kind),
    retryable: isRetryable(row, kind),
    _links: {
      self: { href: `${baseUrl}/jobs/${row.id}` },
      resource: row.resource === null ? null : { href: `${baseUrl}${row.resource}` },
    },
  };
}

export function isCancellable(row: JobRow, kind: JobKind | undefined): boolean {
  const open = row.state === 'Queued' || row.state === 'Running';
  return open && row.cancelling === 0 && (kind?.cancellable ?? false);
}

export const isRetryable = (row: JobRow, kind: JobKind | undefined): boolean =>
  (row.state === 'Failed' || row.state === 'Cancelled') && (kind?.retryable ?? false);
