import type { Static } from 'typebox';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { cutPage, linksOf, pageOf } from '../../../kernel/query/paging.ts';
import type { Library } from '../access.ts';
import { addressOf } from '../common.view.ts';
import type { componentsQuery } from '../component.schema.ts';
import { wholesOf } from '../component.store.ts';
import { componentSummary, componentView } from '../component.view.ts';
import { wordsOf } from '../search.ts';
import { findComponents } from './find.ts';

/** Components by name; `whole` ones, or summaries. */
export async function listComponents(
  { account, project }: Library,
  query: Static<typeof componentsQuery>,
  whole: boolean,
  { db, baseUrl }: Context,
) {
  const page = pageOf(query);
  const { $search, catalogs, projectId } = query;
  const filter = {
    ...{ accountId: account?.id ?? '', publishedOnly: project !== undefined, words: wordsOf($search) },
    catalogs: catalogs?.map((id) => id.toLowerCase()),
  };
  const found = account === undefined ? [] : await findComponents(db, filter, page);
  const { rows, hasMore } = cutPage(found, page);
  const components = whole
    ? (await wholesOf(db, rows)).map((one) => componentView(one, baseUrl))
    : rows.map(componentSummary);
  const _links = linksOf(addressOf(baseUrl, 'components'), { projectId, $search, catalogs }, page, hasMore);
  return reply(200, { components, _links });
}
