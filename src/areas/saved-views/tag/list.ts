import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { isSeen } from '../access.ts';
import { tagNotFound } from '../errors.ts';
import { selfLink } from '../links.ts';
import { type Asked, askedPlace } from '../place.ts';
import { tagsIn } from '../store/tags.ts';
import { tagView } from './view.ts';

/** All tags of a twin or a model. */
export async function listTags(query: Asked, context: Context) {
  const place = await askedPlace(query, context);
  if (place === undefined) return fail(tagNotFound);
  const { db, caller, baseUrl } = context;
  const rows = await tagsIn(db, place.access.twin.id, place.modelId);
  const seen = rows.filter((row) => isSeen(row, place.access, caller));
  return reply(200, {
    tags: seen.map((row) => tagView(row, baseUrl)),
    _links: selfLink(`${baseUrl}/savedviews/tags`, { ...query }),
  });
}
