import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { Access } from '../../../api/ports/access.ts';
import { cutPage, linksOf, pageOf } from '../../../api/query/paging.ts';
import type { pagedQuery } from '../schema/scene.ts';
import { scenesOf } from '../store/scenes.ts';
import { sceneSummary } from '../view.ts';

export async function listScenes({ twin }: Access, query: Static<typeof pagedQuery>, { db, baseUrl }: Context) {
  const page = pageOf(query);
  const { rows, hasMore } = cutPage(await scenesOf(db, twin.id, page.skip, page.top + 1), page);
  const _links = linksOf(`${baseUrl}/scenes`, { twinId: twin.id }, page, hasMore);
  return reply(200, { scenes: rows.map(sceneSummary), _links });
}
