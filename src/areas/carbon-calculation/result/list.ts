import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { cursorPage } from '../../../api/query/cursor-page.ts';
import { invalid } from '../errors.ts';
import { statusOf } from '../job/view.ts';
import { listJobs } from '../store/jobs.ts';
import type { JobRow } from '../tables.ts';
import { prefix } from '../tools.ts';
import { timeOf } from '../view.ts';
import type { resultsQuery } from './schema.ts';

export const invalidResults = invalid('get results');

/** A page of the calculations of a twin, newest first. */
export async function getResults({ twin }: Access, query: Static<typeof resultsQuery>, context: Context) {
  const page = cursorPage(`${prefix}/results`, query, context);
  if ('code' in page) return fail(invalidResults, { details: [page] });
  const [created, id] = page.after ?? [];
  const after = created === undefined ? undefined : ([Number(created), String(id)] as const);
  const found = await listJobs(context.db, { twin: twin.id, after, limit: page.top + 1 });
  const { rows, _links } = page.slice(found, (row) => [row.created, row.id]);
  return reply(200, { results: await Promise.all(rows.map((row) => view(row, context))), _links });
}

/** Only one that has not ended is looked up in the queue; a twin has few of these. */
async function view(found: JobRow, context: Context) {
  const { row, status } = await statusOf(found, context);
  return {
    id: row.public_id,
    tool: row.tool,
    projectName: row.project_name,
    status,
    message: row.message,
    modelId: row.model_id,
    changesetId: row.changeset_id,
    embodied: row.embodied,
    jobId: row.job_id,
    createdOn: timeOf(row.created),
    endedOn: row.ended === null ? null : timeOf(row.ended),
  };
}
