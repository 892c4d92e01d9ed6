import type { ImportFault } from '../../../api/ports/models.ts';
import type { JobEnd } from '../../../kernel/jobs/job.ts';

/** Why an import ended without success. Engines put the line of the file before their words. */
export function faultOfEnd(end: JobEnd): ImportFault {
  if (end.state !== 'Failed') return { reason: 'Cancelled.' };
  const [, line, reason] = /^Line (\d+): ([\s\S]*)$/.exec(end.message) ?? [];
  return line === undefined || reason === undefined ? { reason: end.message } : { line: Number(line), reason };
}
