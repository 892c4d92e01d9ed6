import type { Kit } from '../../api/area.ts';
import type { Access } from '../../api/ports/access.ts';
import type { Asking, NamedData, PublishedData, RealityData, RealityDataFacts } from '../../api/ports/reality-data.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { isUuid } from '../../std/ids.ts';
import { detect } from './content/detect.ts';
import { seenIn, withSeen } from './content/look.ts';
import { sourceOf } from './content/source.ts';
import { guidOf, insertNew, newHome, newRow } from './data/new-data.ts';
import { findData, findRow, searchColumns, twinsOf, updateData } from './store.ts';
import { type DataRow, q } from './tables.ts';

const hour = 3_600_000;

/** Reality data as the jobs of other areas read and write it. */
export function dataForJobs(kit: Pick<Kit, 'ports' | 'now'>): RealityData {
  const { ports, now } = kit;
  return {
    async find(db, id) {
      const row = await findData(db, id, ports);
      return row && factsOf(db, row, kit);
    },
    async files(db, id) {
      const row = await findData(db, id, ports);
      return row === undefined ? [] : ports.files.trees.walk(db, row.item_id);
    },
    named: (asking, id) => (isUuid(id) ? namedById(asking, id, kit) : namedByItem(asking, id, kit)),
    use: (tx, data, userId) => useData(tx, data, userId, kit),
    async create(tx, { twinId, name, type, ownerId, purpose }) {
      const item = await newHome(tx, { twinId, name, ownerId }, ports);
      const row = newRow(item, { name, ownerId, now: now() });
      // who makes it knows what it is, also where its content looks like something else
      const flag = purpose === 'output' ? { authoring: 1 } : { workspace: 1 };
      return (await insertNew(tx, row, { type, declared: 1, ...flag })).id;
    },
    publish: (tx, id, made) => publish(tx, id, made, kit),
    async remove(tx, ids) {
      for (const id of ids) {
        const row = await findRow(tx, id);
        if (row === undefined) continue;
        await ports.files.trees.remove(tx, row.item_id, row.owner_id);
        await tx.run(q.deleteFrom('reality_data').where('id', '=', id));
        await tx.run(q.deleteFrom('reality_data_twins').where('data_id', '=', id));
      }
    },
    async recycle(tx, id, userId) {
      const row = await findData(tx, id, ports);
      if (row !== undefined) await ports.files.trees.recycle(tx, row.item_id, userId);
    },
  };
}

type Needs = Pick<Kit, 'ports'>;

async function factsOf(db: Reader, found: DataRow, { ports }: Needs): Promise<RealityDataFacts> {
  const row = withSeen(found, await seenIn(found, { db, ports }));
  return {
    id: row.id,
    twinId: row.twin_id,
    itemId: row.item_id,
    type: row.type,
    displayName: row.display_name,
    authoring: row.authoring === 1,
    workspace: row.workspace === 1,
  };
}

const namedOf = ({ authoring, workspace, ...facts }: RealityDataFacts): NamedData => ({ ...facts, isNew: false });

/** By its own id: who may use it in one of its twins. */
async function namedById({ db, caller }: Asking, id: string, kit: Needs): Promise<NamedData | undefined> {
  const row = await findData(db, id, kit.ports);
  if (row === undefined) return undefined;
  for (const twinId of await twinsOf(db, row, kit.ports)) {
    const access = await kit.ports.access.of(db, caller, twinId);
    if (access?.visible && access.may('realitydata_use')) return namedOf(await factsOf(db, row, kit));
  }
  return undefined;
}

const mayRegister = (access: Access): boolean =>
  access.may('storage_read') && (access.may('realitydata_create') || access.may('storage_write'));

/** By the item: who may read it in Storage, and make it reality data where it is none. */
async function namedByItem({ db, caller }: Asking, id: string, { ports }: Needs): Promise<NamedData | undefined> {
  const item = await ports.files.trees.find(db, id);
  if (item === undefined || item.isRoot) return undefined;
  const access = await ports.access.of(db, caller, item.twinId);
  if (!access?.visible) return undefined;
  const row = await findData(db, guidOf(item), ports);
  if (row !== undefined) {
    if (access.may('storage_read')) return namedOf(await factsOf(db, row, { ports }));
    return namedById({ db, caller }, row.id, { ports });
  }
  if (!mayRegister(access)) return undefined;
  const { type } = await detect(sourceOf(ports.blobs, await ports.files.trees.walk(db, item.id)));
  return { id: guidOf(item), twinId: item.twinId, itemId: item.id, type, displayName: item.name, isNew: true };
}

/** The time of access moves at most once an hour. */
async function useData(
  tx: Transaction,
  { id, itemId, displayName }: NamedData,
  userId: string,
  { ports, now }: Pick<Kit, 'ports' | 'now'>,
): Promise<void> {
  const row = await findRow(tx, id);
  if (row !== undefined) {
    if (now() - row.accessed >= hour) await updateData(tx, id, { accessed: now() });
    return;
  }
  const item = await ports.files.trees.find(tx, itemId);
  if (item !== undefined) await insertNew(tx, newRow(item, { name: displayName, ownerId: userId, now: now() }), {});
}

async function publish(
  tx: Transaction,
  id: string,
  { files, rootDocument, crs, extent }: PublishedData,
  { ports, now }: Pick<Kit, 'ports' | 'now'>,
): Promise<boolean> {
  const row = await findData(tx, id, ports);
  if (row === undefined) return false;
  await ports.files.trees.put(tx, row.item_id, files, row.owner_id);
  const next: DataRow = {
    ...row,
    root_document: rootDocument,
    authoring: 0,
    content: null,
    modified: now(),
    version: row.version + 1,
    ...(crs ? { crs_id: crs.id, crs_vertical: crs.verticalId ?? null } : {}),
    ...extent,
    size_bytes: files.reduce((sum, file) => sum + file.size, 0),
  };
  await updateData(tx, id, { ...next, ...searchColumns(next) });
  return true;
}
