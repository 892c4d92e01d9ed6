import type { Detail } from '../../../api/http/problem.ts';
import { crsOf } from '../../../engines/crs/crs.ts';
import { invalidParameter } from '../errors.ts';
import type { GivenOptions } from './schema.ts';

const longestQuoted = 60;

/** Systems that nobody knows, or with which nothing can be calculated: known before a job has fetched gigabytes. */
export function systemFaults(options: GivenOptions | null | undefined): Detail[] {
  return (['inputSRS', 'outputSRS'] as const).flatMap((name) => {
    const text = (options?.[name] ?? '').trim();
    if (text === '' || crsOf(text) !== undefined) return [];
    const quoted = text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text;
    return [invalidParameter(`options.${name}`, `The coordinate system '${quoted}' is not known, or cannot be used.`)];
  });
}
