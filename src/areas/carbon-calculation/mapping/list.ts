import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { cursorPage } from '../../../api/query/cursor-page.ts';
import { invalid } from '../errors.ts';
import type { mappingsQuery } from '../schema/mapping.ts';
import { reachOf } from '../store/epds.ts';
import { listMappings } from '../store/mappings.ts';
import { prefix } from '../tools.ts';
import { mappingEmails, mappingSummary } from './view.ts';

export const invalidMappings = invalid('get mappings');

/** A page of the mappings of a twin and of its Account, newest first. */
export async function getMappings({ twin }: Access, query: Static<typeof mappingsQuery>, context: Context) {
  const page = cursorPage(`${prefix}/mappings`, query, context);
  if ('code' in page) return fail(invalidMappings, { details: [page] });
  const [created, id] = page.after ?? [];
  const after = created === undefined ? undefined : ([Number(created), String(id)] as const);
  const found = await listMappings(context.db, { twins: reachOf(twin), after, limit: page.top + 1 });
  const { rows, _links } = page.slice(found, (row) => [row.created, row.id]);
  const emailOf = await mappingEmails(rows, context);
  return reply(200, { mappings: rows.map((row) => mappingSummary(row, emailOf)), _links });
}
