import type { Static } from 'typebox';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { fail } from '../../../kernel/http/problem.ts';
import type { Access } from '../../../kernel/ports/access.ts';
import { continued } from '../../../kernel/query/continued.ts';
import type { epdsQuery } from '../epd.schema.ts';
import { listEpds, reachOf } from '../epd.store.ts';
import { epdEmails, epdSummaryView } from '../epd.view.ts';
import { invalid } from '../errors.ts';
import { prefix } from '../tools.ts';

export const invalidEpds = invalid('get declarations');

/** A page of the declarations of a twin and of its Account, by name. */
export async function getEpds({ twin }: Access, query: Static<typeof epdsQuery>, context: Context) {
  const page = continued(`${prefix}/epds`, query, context);
  if ('code' in page) return fail(invalidEpds, { details: [page] });
  const [key, id] = page.after ?? [];
  const found = await listEpds(context.db, {
    twins: reachOf(twin),
    search: query.$search,
    after: key === undefined ? undefined : [String(key), String(id)],
    limit: page.top + 1,
  });
  const { rows, _links } = page.cut(found, (row) => [row.name_key, row.id]);
  const emailOf = await epdEmails(rows, context);
  return reply(200, { epds: rows.map((row) => epdSummaryView(row, emailOf)), _links });
}
