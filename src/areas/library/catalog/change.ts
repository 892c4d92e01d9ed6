import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { fold } from '../../../std/text.ts';
import { accountFor, type Found, type Library } from '../access.ts';
import { keptHashtags, keptText } from '../common-view.ts';
import { deleteChildren } from '../component/child-store.ts';
import { catalogs } from '../errors.ts';
import type { catalogBody } from '../schema/catalog.ts';
import { catalogNamesake, deleteCatalogRow, findCatalog, insertCatalog, updateCatalogRow } from '../store/catalog.ts';
import { searchText } from '../store/search.ts';
import type { CatalogRow } from '../tables.ts';
import { removeThumbnailOf } from '../thumbnail/follow.ts';
import { catalogView } from './view.ts';

type Body = Static<typeof catalogBody>;

const contentOf = ({ displayName, description, region, hashtags }: Body) => {
  const tags = keptHashtags(hashtags);
  return {
    name: displayName,
    name_folded: fold(displayName),
    hashtags: jsonOf(tags),
    description: keptText(description),
    region: keptText(region),
    search: searchText(displayName, tags),
  };
};

export async function createCatalog(library: Library, body: Body, context: Context) {
  const { now } = context;
  const stamp = { id: newId(), created: now, modified: now, revision: 1 };
  const outcome = await context.write(async (tx) => {
    const { id: account_id } = await accountFor(tx, library, context);
    const row: CatalogRow = { ...stamp, account_id, ...contentOf(body) };
    return (await insertCatalog(tx, row)) ? row : fail(catalogs.taken);
  });
  return isFailed(outcome) ? outcome : catalogReply(201, outcome);
}

export async function updateCatalog({ resource }: Found<CatalogRow>, body: Body, { now, write }: Context) {
  const outcome = await write(async (tx) => {
    const before = await findCatalog(tx, resource.account_id, resource.id);
    if (before === undefined) throw new NoLongerThere(`Catalog ${resource.id} was deleted.`);
    const row = { ...before, ...contentOf(body), modified: now, revision: before.revision + 1 };
    if (await catalogNamesake(tx, row)) return fail(catalogs.taken);
    await updateCatalogRow(tx, row);
    return row;
  });
  return isFailed(outcome) ? outcome : catalogReply(200, outcome);
}

/** With its documents and web links; its components stay. */
export async function deleteCatalog({ resource }: Found<CatalogRow>, { now, write, ports }: Context) {
  const outcome = await write(async (tx) => {
    await removeThumbnailOf(tx, resource.id, ports);
    await deleteChildren(tx, ports, resource.id);
    if (!(await deleteCatalogRow(tx, resource.id, now))) throw new NoLongerThere(`Catalog ${resource.id} was deleted.`);
  });
  return isFailed(outcome) ? outcome : noContent;
}

export const catalogReply = <const S extends number>(status: S, row: CatalogRow) =>
  reply(status, { catalog: catalogView(row) }, { version: row.revision });
