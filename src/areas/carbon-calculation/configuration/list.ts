import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { cursorPage } from '../../../api/query/cursor-page.ts';
import { invalid } from '../errors.ts';
import type { configurationsQuery } from '../schema/configuration.ts';
import { listConfigurations } from '../store/configurations.ts';
import { prefix, type Tool } from '../tools.ts';
import { configurationSummary, emailsOf } from '../view.ts';

export const invalidList = invalid('get configurations');
type Query = Static<typeof configurationsQuery>;

/** A page of the configurations of a twin, newest first. */
export async function getConfigurations(tool: Tool, { twin }: Access, query: Query, context: Context) {
  const page = cursorPage(`${prefix}/${tool}/configurations`, query, context);
  if ('code' in page) return fail(invalidList, { details: [page] });
  const [created, id] = page.after ?? [];
  const after = created === undefined ? undefined : ([Number(created), String(id)] as const);
  const found = await listConfigurations(context.db, { twin: twin.id, tool, after, limit: page.top + 1 });
  const { rows, _links } = page.slice(found, (row) => [row.created, row.id]);
  const emailOf = await emailsOf(
    rows.flatMap((row) => [row.created_by, row.modified_by]),
    context,
  );
  return reply(200, {
    configurations: rows.map((row) => configurationSummary(row, emailOf, context.baseUrl)),
    _links,
  });
}
