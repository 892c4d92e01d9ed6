import { isoTime, isoTimeOrNull } from '../std/iso-time.ts';
import { readJson } from '../std/json.ts';
import type { Message } from './messages.ts';
import type { RealityJobRow } from './tables.ts';

/** What an answer tells of the work of a job; undefined until it is submitted. Its cost is there once it is known. */
export function executionOf({ submitted, started, ended, units, errors, warnings }: RealityJobRow) {
  if (submitted === null) return undefined;
  return {
    submitted: isoTime(submitted),
    startedDateTime: isoTimeOrNull(started),
    endedDateTime: isoTimeOrNull(ended),
    ...(units === null ? {} : { estimatedUnits: units }),
    errors: readJson(errors).map(shown),
    warnings: readJson(warnings).map(shown),
  };
}

const shown = ({ params, ...message }: Message) => ({ ...message, params: [...params] });
