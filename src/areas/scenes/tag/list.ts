import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { Access } from '../../../api/ports/access.ts';
import { cutPage, linksOf, pageOf } from '../../../api/query/paging.ts';
import type { pagedQuery } from '../schema/scene.ts';
import { tagsOf } from '../store/tags.ts';
import { tagView } from './view.ts';

export async function listTags({ twin }: Access, query: Static<typeof pagedQuery>, { db, baseUrl }: Context) {
  const page = pageOf(query);
  const { rows, hasMore } = cutPage(await tagsOf(db, twin.id, page.skip, page.top + 1), page);
  const _links = linksOf(`${baseUrl}/scenes/tags`, { twinId: twin.id }, page, hasMore);
  return reply(200, { tags: rows.map(tagView), _links });
}
