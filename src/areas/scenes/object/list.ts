import type { Static } from 'typebox';
import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { linksOf, pageOf } from '../../../kernel/query/paging.ts';
import { pageOfObjects } from '../object.store.ts';
import type { objectsQuery } from '../scene.schema.ts';
import type { LocatedScene } from '../scene.store.ts';
import { objectsAddress, objectView, partial } from '../scene.view.ts';
import { withheldIn } from '../withheld.ts';

/** A page of the objects of a scene that the caller may see. */
export async function listObjects(
  { resource: { row }, access }: Found<LocatedScene>,
  query: Static<typeof objectsQuery>,
  context: Context,
) {
  const { db, baseUrl } = context;
  const order = query.orderBy ?? 'kind';
  const page = pageOf(query);
  const without = await withheldIn(context, row, access);
  const { rows, hasMore } = await pageOfObjects(db, row.id, { without, order, page });
  const parameters = { twinId: row.twin_id, orderBy: order };
  return reply(200, {
    objects: rows.map(objectView),
    sceneContext: {
      displayName: row.name,
      lastModified: new Date(row.modified).toISOString(),
      ...partial(without),
    },
    _links: linksOf(objectsAddress(baseUrl, row.id), parameters, page, hasMore, rows.length),
  });
}
