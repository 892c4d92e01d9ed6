import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { RepositoryResource, RepositoryResources } from '../../../api/ports/repositories.ts';
import { cutPage, linksOf, type Page } from '../../../api/query/paging.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import { fold, likeLiteral } from '../../../std/text.ts';
import { invalidTwins, repositoryNotFound, repositoryResourceExists, repositoryResourceNotFound } from '../errors.ts';
import { q, type RepositoryResourceRow } from '../tables.ts';
import { findGenerated, isClosed } from './list.ts';
import type { resourceCreate } from './schema.ts';
import { findRepository } from './store.ts';
import { resourceView } from './view.ts';

type Prefer = 'minimal' | 'representation' | undefined;

interface Place {
  readonly twinId: string;
  readonly repositoryId: string;
  readonly class: string;
  readonly subClass: string | null;
  readonly resources: RepositoryResources;
}

/** Where the resources of a repository come from: the area that generates it, or our own table. */
async function placeOf(access: Access, id: string, context: Context): Promise<Place | undefined> {
  const twinId = access.twin.id;
  const generated = await findGenerated(access, id, context);
  if (generated) {
    const resources = generated.resources ?? none;
    return { twinId, repositoryId: generated.class.toLowerCase(), class: generated.class, subClass: null, resources };
  }
  const row = await findRepository(context.db, twinId, id);
  return row && { twinId, repositoryId: row.id, class: row.class, subClass: row.sub_class, resources: ownOf(row.id) };
}

const none: RepositoryResources = { list: async () => [], find: async () => undefined };

const ofRow = (row: RepositoryResourceRow): RepositoryResource => ({
  id: row.id,
  type: row.type,
  displayName: row.display_name,
  properties: {},
  graphics: [],
});

const ownOf = (repositoryId: string): RepositoryResources => ({
  async list(db, _twinId, { search, skip, top }) {
    let query = q.selectFrom('twin_repository_resources').selectAll().where('repository_id', '=', repositoryId);
    if (search) query = query.where('display_name_folded', 'like', `%${likeLiteral(fold(search))}%`);
    return (await db.all(query.orderBy('display_name_folded').orderBy('id').limit(top).offset(skip))).map(ofRow);
  },
  async find(db, _twinId, resourceId) {
    const row = await findResource(db, repositoryId, resourceId);
    return row && ofRow(row);
  },
});

const findResource = (db: Reader, repositoryId: string, id: string) =>
  db.first(
    q
      .selectFrom('twin_repository_resources')
      .selectAll()
      .where('repository_id', '=', repositoryId)
      .where('id', '=', id),
  );

export async function listResources(
  access: Access,
  repositoryId: string,
  given: { readonly search: string | undefined; readonly page: Page; readonly prefer: Prefer },
  context: Context,
) {
  if (isClosed(access, repositoryId, context)) return fail(problems.insufficientPermissions);
  const place = await placeOf(access, repositoryId, context);
  if (place === undefined) return fail(repositoryNotFound);
  const { skip, top } = given.page;
  const wanted = { search: given.search, skip, top: top + 1 };
  const { rows, hasMore } = cutPage(await place.resources.list(context.db, place.twinId, wanted), given.page);
  const address = `${context.baseUrl}/twins/${place.twinId}/repositories/${place.repositoryId}/resources`;
  return reply(200, {
    resources: rows.map((row) => resourceView(row, place, given.prefer === 'representation', context)),
    _links: linksOf(address, { $search: given.search }, given.page, hasMore),
  });
}

export async function oneResource(
  access: Access,
  ids: { readonly repositoryId: string; readonly resourceId: string },
  prefer: Prefer,
  context: Context,
) {
  if (isClosed(access, ids.repositoryId, context)) return fail(problems.insufficientPermissions);
  const place = await placeOf(access, ids.repositoryId, context);
  const found = await place?.resources.find(context.db, place.twinId, ids.resourceId);
  if (place === undefined) return fail(repositoryNotFound);
  if (found === undefined) return fail(repositoryResourceNotFound);
  return reply(200, { resource: resourceView(found, place, prefer === 'representation', context) });
}

/** Registers a resource of a GeographicInformationSystem; other classes know theirs themselves. */
export async function addResource(
  access: Access,
  repositoryId: string,
  body: Static<typeof resourceCreate>,
  context: Context,
) {
  const place = await placeOf(access, repositoryId, context);
  if (place === undefined) return fail(repositoryNotFound);
  if (place.class !== 'GeographicInformationSystem') return notRegistrable();
  const row: RepositoryResourceRow = {
    repository_id: place.repositoryId,
    id: body.id,
    type: body.type ?? null,
    display_name: body.displayName,
    display_name_folded: fold(body.displayName),
  };
  const outcome = await context.write(async (tx) => {
    if (await isTaken(tx, row)) return fail(repositoryResourceExists);
    await tx.run(q.insertInto('twin_repository_resources').values(row));
  });
  return isFailed(outcome) ? outcome : reply(201, { resource: resourceView(ofRow(row), place, true, context) });
}

/** Another resource of the repository has the id, or the name in whatever case. */
const isTaken = async (db: Reader, { repository_id, id, display_name_folded }: RepositoryResourceRow) =>
  (await db.first(
    q
      .selectFrom('twin_repository_resources')
      .select('id')
      .where('repository_id', '=', repository_id)
      .where((is) => is.or([is('id', '=', id), is('display_name_folded', '=', display_name_folded)])),
  )) !== undefined;

const notRegistrable = () =>
  fail(invalidTwins('Cannot add twin Repository Resource.'), {
    details: [
      {
        code: 'InvalidValue',
        message: 'Resources can be added to repositories of class GeographicInformationSystem only.',
        target: 'class',
      },
    ],
  });

export async function removeResource(
  access: Access,
  ids: { readonly repositoryId: string; readonly resourceId: string },
  context: Context,
) {
  const row = await findRepository(context.db, access.twin.id, ids.repositoryId);
  if (row === undefined) return fail(repositoryResourceNotFound);
  const removed = await context.write((tx) =>
    tx.run(
      q.deleteFrom('twin_repository_resources').where('repository_id', '=', row.id).where('id', '=', ids.resourceId),
    ),
  );
  if (isFailed(removed)) return removed;
  return removed === 0 ? fail(repositoryResourceNotFound) : noContent;
}

/** What can be shown of a resource; unknown ones have nothing to show. */
export async function graphicsOf(
  access: Access,
  ids: { readonly repositoryId: string; readonly resourceId: string },
  context: Context,
) {
  const place = await placeOf(access, ids.repositoryId, context);
  const found = await place?.resources.find(context.db, place.twinId, ids.resourceId);
  return reply(200, { graphics: [...(found?.graphics ?? [])] });
}
