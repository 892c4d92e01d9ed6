import type { Static } from 'typebox';
import type { FoundModel } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { cutPage, linksOf, pageOf } from '../../../api/query/paging.ts';
import type { SnapshotHeader } from '../../../engines/snapshot/types.ts';
import type { FoundChangeset } from '../access.ts';
import { setsView } from '../element/sets.view.ts';
import type { changesetDetail, pagesQuery } from '../schema.ts';
import { changesetsOf } from '../store/changesets.ts';
import type { ChangesetRow } from '../tables.ts';
import { changesetView, modelAddress } from '../view.ts';

/** Oldest first, in every state. */
export async function listChangesets({ model }: FoundModel, query: Static<typeof pagesQuery>, context: Context) {
  const page = pageOf(query);
  const all = await changesetsOf(context.db, model.id);
  const { rows, hasMore } = cutPage(all.slice(page.skip, page.skip + page.top + 1), page);
  return reply(200, {
    changesets: rows.map((row) => changesetView(row, model, context.baseUrl)),
    _links: linksOf(`${modelAddress(context.baseUrl, model.id)}/changesets`, {}, page, hasMore),
  });
}

export async function getChangeset(found: FoundChangeset, context: Context) {
  return reply(200, { changeset: await detailOf(found, context) });
}

/** A changeset with the report of its import and, for who may read the twin's files, an address of its content. */
export async function detailOf({ model, access, row }: FoundChangeset, context: Context) {
  const view = changesetView(row, model, context.baseUrl);
  const content = access.may('storage_read') ? { content: { href: contentUrl(row, model, context) } } : {};
  const detail: Static<typeof changesetDetail> = {
    ...view,
    report: await reportOf(row, context),
    _links: { ...view._links, ...content },
  };
  return detail;
}

const contentUrl = (
  { content_blob: id, display_name: fileName }: ChangesetRow,
  { twinId, fileId }: FoundChangeset['model'],
  { ports }: Context,
) => {
  const owner = { twinId, fileId };
  return ports.blobs.downloadUrl({ ...uploads, id }, { fileName, contentType: 'application/octet-stream', owner });
};

/** Where Storage puts contents of files. */
const uploads = { area: 'storage', container: 'uploads' };

/** Types and property sets, where the file has any. */
function typesView({ types, units }: SnapshotHeader) {
  if (types === undefined || types.count + types.propertySetCount === 0) return {};
  const { count, propertySetCount, listed } = types;
  const views = listed.map((type) => ({ ...type, propertySets: setsView(type, units) }));
  return { typeCount: count, propertySetCount, types: views };
}

async function reportOf(row: ChangesetRow, { ports }: Context) {
  if (row.state !== 'Ready' || row.snapshot_blob === null) return null;
  const { header } = await ports.models.openSnapshot(row.snapshot_blob);
  return {
    schema: header.schema,
    meshes: header.counts.meshes,
    triangles: header.counts.triangles,
    ...(row.geometry_refused === null ? {} : { geometryRefused: row.geometry_refused }),
    issueCount: header.report.issueCount,
    issues: header.report.issues.map((issue) => ({ ...issue })),
    ...typesView(header),
  };
}
