import type { Static } from 'typebox';
import { readModels } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { cutPage, linksOf, pageOf } from '../../../api/query/paging.ts';
import { modelInTwin } from '../comparison/access.ts';
import { modelNotFound } from '../errors.ts';
import type { changesetsQuery } from './schema.ts';

/** Oldest first. */
export async function listChangesets(query: Static<typeof changesetsQuery>, context: Context) {
  const found = await modelInTwin(context, query, modelNotFound, readModels);
  if (isFailed(found)) return found;
  const { ports, db, baseUrl } = context;
  const page = pageOf(query);
  const all = await ports.models.changesets(db, found.model.id);
  const { rows, hasMore } = cutPage(all.slice(page.skip, page.skip + page.top + 1), page);
  return reply(200, {
    changesetStatus: rows.map(({ id, index, state }) => ({ id, index, ready: state === 'Ready' })),
    _links: linksOf(`${baseUrl}/changedelements/changesets`, query, page, hasMore),
  });
}
