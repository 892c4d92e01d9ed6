import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { cursorPage } from '../../../api/query/cursor-page.ts';
import { invalid } from '../errors.ts';
import { listEpds, reachOf } from '../store/epds.ts';
import { prefix } from '../tools.ts';
import type { epdsQuery } from './schema.ts';
import { epdEmails, epdSummaryView } from './view.ts';

export const invalidEpds = invalid('get declarations');

/** A page of the declarations of a twin and of its Account, by name. */
export async function getEpds({ twin }: Access, query: Static<typeof epdsQuery>, context: Context) {
  const page = cursorPage(`${prefix}/epds`, query, context);
  if ('code' in page) return fail(invalidEpds, { details: [page] });
  const [key, id] = page.after ?? [];
  const found = await listEpds(context.db, {
    twins: reachOf(twin),
    search: query.$search,
    after: key === undefined ? undefined : [String(key), String(id)],
    limit: page.top + 1,
  });
  const { rows, _links } = page.slice(found, (row) => [row.name_key, row.id]);
  const emailOf = await epdEmails(rows, context);
  return reply(200, { epds: rows.map((row) => epdSummaryView(row, emailOf)), _links });
}
