import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { cursorPage } from '../../../api/query/cursor-page.ts';
import { prefix } from '../access.ts';
import { invalidList } from '../errors.ts';
import type { inferencesQuery } from '../schema.ts';
import { listInferences } from '../store/runs.ts';
import { inferenceView } from '../view.ts';

/** A page of the inferences of a twin, newest first. */
export async function getInferences({ twin }: Access, query: Static<typeof inferencesQuery>, context: Context) {
  const page = cursorPage(`${prefix}/inferences`, { ...query, $top: query.$top ?? 100 }, context);
  if ('code' in page) return fail(invalidList, { details: [page] });
  const [created, id] = page.after ?? [];
  const after = created === undefined ? undefined : ([Number(created), String(id)] as const);
  const found = await listInferences(context.db, twin.id, after, page.top + 1);
  const { rows, _links } = page.slice(found, (row) => [row.created, row.id]);
  return reply(200, { inferences: rows.map((row) => inferenceView(row, context.baseUrl)), _links });
}
