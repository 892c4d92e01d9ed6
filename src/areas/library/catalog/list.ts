import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { cutPage, linksOf, pageOf } from '../../../api/query/paging.ts';
import type { Library } from '../access.ts';
import { addressOf } from '../common-view.ts';
import type { catalogsQuery } from '../schema/catalog.ts';
import { catalogsOf } from '../store/catalog.ts';
import { wordsOf } from '../store/search.ts';
import { catalogSummary, catalogView } from './view.ts';

/** Catalogs by name; `whole` ones, or summaries. */
export async function listCatalogs(
  { account }: Library,
  query: Static<typeof catalogsQuery>,
  whole: boolean,
  { db, baseUrl }: Context,
) {
  const page = pageOf(query);
  const found = account === undefined ? [] : await catalogsOf(db, account.id, wordsOf(query.$search), page);
  const { rows, hasMore } = cutPage(found, page);
  const _links = linksOf(addressOf(baseUrl, 'catalogs'), { $search: query.$search }, page, hasMore);
  return reply(200, { catalogs: rows.map(whole ? catalogView : catalogSummary), _links });
}
