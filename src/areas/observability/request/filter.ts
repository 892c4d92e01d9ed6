import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import type { EntryFilter } from '../../../kernel/request-log/entry.ts';
import { isUuid } from '../../../std/ids.ts';
import { parseInstant } from '../../../std/instant.ts';
import { isRecord } from '../../../std/records.ts';
import { invalidParameter } from '../errors.ts';
import type { FilterQuery } from './schema.ts';

const mostValues = 50;
const status = /^([1-5]\d\d|[1-5]xx|none)$/i;

/** How the values of lists look; those that are not named may be any text. */
const forms: Readonly<Record<string, (text: string) => boolean>> = {
  status: (text) => status.test(text),
  method: (text) => /^(get|head|post|put|patch|delete)$/i.test(text),
  mode: (text) => /^(production|test)$/i.test(text),
  userId: (text) => text.toLowerCase() === 'me' || isUuid(text),
  twinId: isUuid,
  requestId: isUuid,
  jobId: isUuid,
};

/** Faults of filters that their schema does not say. */
export function filterFaults({ query }: RawInput): Detail[] {
  if (!isRecord(query)) return [];
  return Object.entries(query).flatMap(([name, values]) => {
    if (!Array.isArray(values)) return [];
    const form = forms[name];
    const fits =
      values.length > 0 && values.length <= mostValues && (!form || values.every((one) => form(String(one))));
    return fits ? [] : [invalidParameter(name)];
  });
}

const lower = (values: readonly string[] | undefined) => values?.map((one) => one.toLowerCase());
const upper = (values: readonly string[] | undefined) => values?.map((one) => one.toUpperCase());

/** The filter of a request that has no faults. */
export function filterOf(query: FilterQuery, userId: string): EntryFilter {
  const { from, to, status: statuses, method, mode, userId: users, twinId, requestId, jobId, ...rest } = query;
  return {
    ...rest,
    from: from === undefined ? undefined : parseInstant(from),
    to: to === undefined ? undefined : parseInstant(to),
    status: lower(statuses),
    method: upper(method)?.map((one) => (one === 'HEAD' ? 'GET' : one)),
    mode: mode?.map((one) => (one.toLowerCase() === 'test' ? 'Test' : 'Production')),
    userId: lower(users)?.map((one) => (one === 'me' ? userId : one)),
    twinId: lower(twinId),
    requestId: lower(requestId),
    jobId: lower(jobId),
  };
}
