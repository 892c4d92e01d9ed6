import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { Library } from '../access.ts';
import { stateOf } from '../preview/read.ts';
import type { thumbnailsQuery } from '../schema/thumbnail.ts';
import { previewsOf } from '../store/preview.ts';
import { thumbnailsOf } from '../store/thumbnail.ts';
import { type ComponentRow, q } from '../tables.ts';
import { pictureOf } from '../view/thumbnail.ts';

/** Pictures of several components and catalogs at once; those that cannot be seen are left out. */
export async function readThumbnails(library: Library, query: Static<typeof thumbnailsQuery>, context: Context) {
  const { db } = context;
  const components = await componentsSeen(db, library, query.components ?? []);
  const catalogs = await catalogsSeen(db, library, query.catalogs ?? []);
  const firsts = await firstPictured(db, catalogs);
  const ids = [...components, ...catalogs].map(({ id }) => id);
  const own = new Map((await thumbnailsOf(db, ids)).map((row) => [row.parent_id, row]));
  const shown = await previewsOf(db, [...components.map(({ id }) => id), ...firsts.values()]);
  const previews = new Map(shown.map((row) => [row.component_id, row]));
  const ofComponents = components.map(async (row) => ({
    id: row.id,
    state: await stateOf(previews.get(row.id), context),
    _links: { thumbnail: pictureOf(row, own.get(row.id), previews.get(row.id), context) },
  }));
  const ofCatalogs = catalogs.map((row) => ({
    id: row.id,
    state: 'None' as const,
    _links: { thumbnail: pictureOf(row, own.get(row.id), previews.get(firsts.get(row.id) ?? ''), context) },
  }));
  return reply(200, { thumbnails: [...(await Promise.all(ofComponents)), ...ofCatalogs] });
}

const lower = (ids: readonly string[]) => ids.map((id) => id.toLowerCase());
type Seen = Pick<ComponentRow, 'id' | 'name' | 'account_id'>;

function componentsSeen(db: Reader, { account, project }: Library, ids: readonly string[]): Promise<Seen[]> {
  if (account === undefined || ids.length === 0) return Promise.resolve([]);
  const rows = q.selectFrom('library_components').select(['id', 'name', 'account_id']).where('id', 'in', lower(ids));
  return db.all(
    (project === undefined ? rows : rows.where('state', '=', 'Published')).where('account_id', '=', account.id),
  );
}

/** In a project there are none. */
function catalogsSeen(db: Reader, { account, project }: Library, ids: readonly string[]): Promise<Seen[]> {
  if (account === undefined || project !== undefined || ids.length === 0) return Promise.resolve([]);
  const rows = q.selectFrom('library_catalogs').select(['id', 'name', 'account_id']).where('id', 'in', lower(ids));
  return db.all(rows.where('account_id', '=', account.id));
}

const mostLookedAt = 100;

/** A catalog without a picture of its own shows that of its first component that has one, by the catalog. */
async function firstPictured(db: Reader, catalogs: readonly Seen[]): Promise<ReadonlyMap<string, string>> {
  const firsts = new Map<string, string>();
  for (const { id } of catalogs) {
    const places = q
      .selectFrom('library_catalog_places')
      .select(['component_id', 'name_folded'])
      .where('catalog_id', '=', id)
      .orderBy('name_folded')
      .limit(mostLookedAt);
    const first = await db.first(
      q
        .selectFrom(places.as('place'))
        .innerJoin('library_previews as preview', 'preview.component_id', 'place.component_id')
        .select('place.component_id')
        .where('preview.picture_blob', 'is not', null)
        .orderBy('place.name_folded')
        .limit(1),
    );
    if (first !== undefined) firsts.set(id, first.component_id);
  }
  return firsts;
}
