import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { isSeen } from '../access.ts';
import { groupNotFound } from '../errors.ts';
import { selfLink } from '../links.ts';
import { type Asked, askedPlace } from '../place.ts';
import { groupsIn } from '../store/groups.ts';
import { groupView } from './view.ts';

/** All groups of a twin or a model that the caller sees. */
export async function listGroups(query: Asked, context: Context) {
  const place = await askedPlace(query, context);
  if (place === undefined) return fail(groupNotFound);
  const { db, caller, baseUrl } = context;
  const rows = await groupsIn(db, place.access.twin.id, place.modelId);
  const seen = rows.filter((row) => isSeen(row, place.access, caller));
  return reply(200, {
    groups: seen.map((row) => groupView(row, baseUrl)),
    _links: selfLink(`${baseUrl}/savedviews/groups`, { ...query }),
  });
}
