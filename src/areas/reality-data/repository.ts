import type { Kit } from '../../api/area.ts';
import type { GeneratedRepository, RepositoryResource } from '../../api/ports/repositories.ts';
import { containerLink } from '../../kernel/blobs/container-link.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import { fold } from '../../std/text.ts';
import { containerPath } from './container.ts';
import { crsOf, extentOf, rootOf, sizeOf } from './data/view.ts';
import { graphicsIn } from './graphics.ts';
import { findData, twinsOf } from './store.ts';
import { type DataRow, q } from './tables.ts';

const ofTwin = prepared((p: { twin: string }) =>
  q
    .selectFrom('reality_data')
    .selectAll()
    .where('workspace', '=', 0)
    .where(
      'id',
      'in',
      q
        .selectFrom('reality_data')
        .select('id')
        .where('twin_id', '=', p.twin)
        .unionAll(q.selectFrom('reality_data_twins').select('data_id as id').where('twin_id', '=', p.twin)),
    )
    .orderBy('created', 'desc')
    .orderBy('id'),
);

/** The repository of a twin's reality data; each is a resource of it. */
export const realityRepository = (kit: Kit): GeneratedRepository => ({
  class: 'RealityData',
  displayName: 'Reality data',
  permissions: ['realitydata_use'],
  path: (twinId) => `/reality-management/reality-data?twinId=${twinId}`,
  hasData: async (db, twinId) => (await shownIn(db, twinId, kit)).length > 0,
  resources: {
    async list(db, twinId, { search, skip, top }) {
      const wanted = fold(search ?? '');
      const found = (await shownIn(db, twinId, kit)).filter((row) => row.name_folded.includes(wanted));
      return Promise.all(found.slice(skip, skip + top).map((row) => resourceOf(db, row, kit)));
    },
    async find(db, twinId, resourceId) {
      const row = await findData(db, resourceId, kit.ports);
      const twins = row === undefined ? [] : await twinsOf(db, row, kit.ports);
      return row && twins.includes(twinId) ? resourceOf(db, row, kit) : undefined;
    },
  },
});

/** Own and associated ones in use, the newest first. */
async function shownIn(db: Reader, twinId: string, { ports }: Kit): Promise<DataRow[]> {
  const rows = await db.all(ofTwin, { twin: twinId });
  const ids = rows.map((row) => row.item_id);
  const used = await ports.files.trees.inUse(db, ids);
  const found: DataRow[] = [];
  for (const row of rows) {
    const elsewhere = row.twin_id !== twinId && (await ports.twins.find(db, row.twin_id)) === undefined;
    if (used.has(row.item_id) && !elsewhere) found.push(row);
  }
  return found;
}

async function resourceOf(db: Reader, row: DataRow, { ports, baseUrl, now }: Kit): Promise<RepositoryResource> {
  const [rootDocument, extent, crs] = [rootOf(row), extentOf(row), crsOf(row)];
  const reading = { rights: 'rl', form: 'full', inPath: true, now: now() } as const;
  const link = { root: baseUrl, path: containerPath, id: row.id, ...reading };
  return {
    id: row.id,
    type: row.type,
    displayName: row.display_name,
    properties: {
      ...(rootDocument === null ? {} : { rootDocument }),
      size: sizeOf(row),
      classification: row.classification,
      ...(crs === undefined ? {} : { crs }),
      ...(extent === undefined ? {} : { extent }),
    },
    graphics: await graphicsIn(db, row, containerLink(ports.secrets, link), ports),
  };
}
