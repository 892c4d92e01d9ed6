import type { Static } from 'typebox';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { fail } from '../../../kernel/http/problem.ts';
import type { Access } from '../../../kernel/ports/access.ts';
import { continued } from '../../../kernel/query/continued.ts';
import type { configurationsQuery } from '../configuration.schema.ts';
import { listConfigurations } from '../configuration.store.ts';
import { configurationSummary, emailsOf } from '../configuration.view.ts';
import { invalid } from '../errors.ts';
import { prefix, type Tool } from '../tools.ts';

export const invalidList = invalid('get configurations');
type Query = Static<typeof configurationsQuery>;

/** A page of the configurations of a twin, newest first. */
export async function getConfigurations(tool: Tool, { twin }: Access, query: Query, context: Context) {
  const page = continued(`${prefix}/${tool}/configurations`, query, context);
  if ('code' in page) return fail(invalidList, { details: [page] });
  const [created, id] = page.after ?? [];
  const after = created === undefined ? undefined : ([Number(created), String(id)] as const);
  const found = await listConfigurations(context.db, { twin: twin.id, tool, after, limit: page.top + 1 });
  const { rows, _links } = page.cut(found, (row) => [row.created, row.id]);
  const emailOf = await emailsOf(
    rows.flatMap((row) => [row.created_by, row.modified_by]),
    context,
  );
  return reply(200, {
    configurations: rows.map((row) => configurationSummary(row, emailOf, context.baseUrl)),
    _links,
  });
}
