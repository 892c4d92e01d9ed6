import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { linksOf, pageOf } from '../../../api/query/paging.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { hiddenObjectsIn } from '../hidden-objects.ts';
import type { objectsQuery } from '../schema/scene.ts';
import { pageOfObjects } from '../store/objects.ts';
import type { LocatedScene } from '../store/scenes.ts';
import { objectsAddress, objectView, partial } from '../view.ts';

/** A page of the objects of a scene that the caller may see. */
export async function listObjects(
  { resource: { row }, access }: Located<LocatedScene>,
  query: Static<typeof objectsQuery>,
  context: Context,
) {
  const { db, baseUrl } = context;
  const order = query.orderBy ?? 'kind';
  const page = pageOf(query);
  const without = await hiddenObjectsIn(context, row, access);
  const { rows, hasMore } = await pageOfObjects(db, row.id, { without, order, page });
  const parameters = { twinId: row.twin_id, orderBy: order };
  return reply(200, {
    objects: rows.map(objectView),
    sceneContext: {
      displayName: row.name,
      lastModified: isoTime(row.modified),
      ...partial(without),
    },
    _links: linksOf(objectsAddress(baseUrl, row.id), parameters, page, hasMore, rows.length),
  });
}
