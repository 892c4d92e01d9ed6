import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { cutPage, linksOf, pageOf } from '../../../api/query/paging.ts';
import type { Library } from '../access.ts';
import { addressOf } from '../common-view.ts';
import type { componentsQuery } from '../schema/component.ts';
import { wholesOf } from '../store/component.ts';
import { filterOf } from './filter.ts';
import { findComponents } from './find.ts';
import { componentSummary, componentView } from './view.ts';

/** Components by name; `whole` ones, or summaries. */
export async function listComponents(
  library: Library,
  query: Static<typeof componentsQuery>,
  whole: boolean,
  { db, baseUrl }: Context,
) {
  const page = pageOf(query);
  const found = await findComponents(db, filterOf(library, query), page);
  const { rows, hasMore } = cutPage(found, page);
  const components = whole
    ? (await wholesOf(db, rows)).map((one) => componentView(one, baseUrl))
    : rows.map(componentSummary);
  const _links = linksOf(addressOf(baseUrl, 'components'), parametersOf(query), page, hasMore);
  return reply(200, { components, _links });
}

/** In one order, whatever that of the request. */
function parametersOf({ projectId, $search, catalogs, ...rest }: Static<typeof componentsQuery>) {
  const { state, application, category, manufacturer, hashtag } = rest;
  return { projectId, $search, catalogs, state, application, category, manufacturer, hashtag };
}
