import type { Kit } from '../../../api/area.ts';
import type { PlacedFile, StoredItem, Trees, WriteFault } from '../../../api/ports/files.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { fold } from '../../../std/text.ts';
import { isLockedFor } from '../change.ts';
import { tellSubscribers } from '../events.ts';
import { contentTypeOf } from '../file/upload.ts';
import { findLocksBelow } from '../folder/locks-store.ts';
import { findItem, findNamed, type ItemInTree, insertItem, locateItem, newItem, updateItem } from '../item/store.ts';
import { ensureRoot, findRoot } from '../list/root-store.ts';
import { freeFolderName, isWritableName, mostSegments } from '../names.ts';
import { recycled } from '../recycle-bin/put.ts';
import { deepest } from '../rules.ts';
import { fileKind, folderKind, type ItemRow } from '../tables.ts';
import { moveTree } from './move.ts';
import { putFiles } from './put.ts';
import { type FileAt, filesBelow, itemsInUse } from './store.ts';

/** Folders with what is in them, for other areas, which check themselves what their caller may do in the twin. */
export const storedTrees = ({ ports, now }: Pick<Kit, 'ports' | 'now'>): Trees => ({
  async find(db, itemId) {
    const found = await locateItem(db, itemId);
    return found && storedItem(found.row);
  },
  inUse: itemsInUse,
  async walk(db, itemId) {
    return (await locateItem(db, itemId)) === undefined ? [] : (await filesBelow(db, itemId)).map(placed);
  },
  async resolve(db, itemId, path) {
    const item = await locateItem(db, itemId);
    const file = item && (await fileAt(db, item.row, path));
    return file && placed(file);
  },
  async folder(db, twinId, name) {
    const root = await findRoot(db, twinId);
    const row = root && (await findNamed(db, root.id, folderKind, name));
    return row && storedItem(row);
  },
  async ensureFolder(tx, twinId, name, userId) {
    const root = await ensureRoot(tx, twinId, userId, now());
    return storedItem(await childFolder(tx, root, name, userId, now()));
  },
  async newFolder(tx, { id, twinId }, name, userId) {
    for (let number = 1; ; number++) {
      const named = freeFolderName(name, number);
      const row = newItem({ twinId, parentId: id, kind: folderKind, name: named }, userId, now());
      if (await insertItem(tx, row)) return storedItem(row);
    }
  },
  refusal: (db, itemId, path, userId) =>
    refusalOf(db, itemId, path, { userId, refused: ports.settings.refusedExtensions }),
  async put(tx, itemId, files, userId) {
    const item = await inUse(tx, itemId);
    return (await putFiles(tx, item.row, files, { userId, now: now(), ports })).map(placed);
  },
  recycle: async (tx, itemId, userId) => recycleItem(tx, await inUse(tx, itemId), userId, { ports, now: now() }),
  async moveToTwin(tx, itemId, parent, userId) {
    const moved = await moveTree(tx, await inUse(tx, itemId), await inUse(tx, parent.id), {
      userId,
      now: now(),
      ports,
    });
    return typeof moved === 'string' ? moved : moved.map(({ id }) => id);
  },
  remove: (tx, itemId, userId) => removeItem(tx, itemId, userId, ports),
});

const storedItem = ({ id, twin_id, kind, name, parent_id }: ItemRow): StoredItem => ({
  id,
  twinId: twin_id,
  kind: kind === folderKind ? 'folder' : 'file',
  name,
  isRoot: parent_id === null,
});

const placed = ({ row, path }: FileAt): PlacedFile => ({
  id: row.id,
  twinId: row.twin_id,
  folderId: row.parent_id ?? '',
  name: row.name,
  size: row.size,
  path,
  blobId: row.blob_id ?? '',
  contentType: contentTypeOf(row.name),
  created: Number(row.created),
  modified: row.modified,
});

async function inUse(tx: Transaction, itemId: string): Promise<ItemInTree> {
  const found = await locateItem(tx, itemId);
  if (found === undefined) throw new Error(`Item ${itemId} is not in use.`);
  return found;
}

/** The file of a path below an item that is in use, told by the names that it and its folders have. */
async function fileAt(db: Reader, item: ItemRow, path: string): Promise<FileAt | undefined> {
  const segments = path.split('/');
  if (item.kind === fileKind) {
    return segments.length === 1 && fold(path) === item.name_folded ? { row: item, path: item.name } : undefined;
  }
  const names: string[] = [];
  let row: ItemRow | undefined = item;
  for (const [at, segment] of segments.entries()) {
    row = await findNamed(db, row.id, at === segments.length - 1 ? fileKind : folderKind, segment);
    if (row === undefined) return undefined;
    names.push(row.name);
  }
  return { row, path: names.join('/') };
}

async function childFolder(tx: Transaction, parent: ItemRow, name: string, userId: string, now: number) {
  const found = await findNamed(tx, parent.id, folderKind, name);
  if (found !== undefined) return found;
  const row = newItem({ twinId: parent.twin_id, parentId: parent.id, kind: folderKind, name }, userId, now);
  await insertItem(tx, row);
  return row;
}

/** Why this person cannot write a file there. */
async function refusalOf(
  db: Reader,
  itemId: string,
  path: string,
  { userId, refused }: { readonly userId: string; readonly refused: readonly string[] },
): Promise<WriteFault | undefined> {
  const item = await locateItem(db, itemId);
  if (item === undefined) return undefined;
  const file = await fileAt(db, item.row, path);
  if (file !== undefined) return isLockedFor(file.row, userId) ? 'locked' : undefined;
  if (item.row.kind === fileKind) return 'otherName';
  const segments = path.split('/');
  const fits = segments.length <= mostSegments && item.above.length + segments.length - 1 <= deepest;
  return fits && segments.every((name, at) => isWritableName(name, at < segments.length - 1 ? [] : refused))
    ? undefined
    : 'name';
}

async function recycleItem(
  tx: Transaction,
  item: ItemInTree,
  userId: string,
  { ports, now }: { readonly ports: Kit['ports']; readonly now: number },
): Promise<void> {
  const { row } = item;
  if (row.kind === folderKind) {
    for (const { file } of await findLocksBelow(tx, row)) await updateItem(tx, file, { locked_by: null });
  }
  if (row.upload_id !== null) await ports.blobs.remove(tx, [row.upload_id]);
  await tellSubscribers(tx, 'storage.fileDeleted.v1', row, userId, ports);
  await updateItem(tx, row.id, recycled(item, now));
}

/** Of an empty folder nobody was told, so nobody is told of its end. */
async function removeItem(tx: Transaction, itemId: string, userId: string, ports: Kit['ports']): Promise<void> {
  const row = await findItem(tx, itemId);
  if (row === undefined || row.state === 'gone') return;
  const told = row.kind === fileKind || (await filesBelow(tx, itemId)).length > 0;
  if (told) await tellSubscribers(tx, 'storage.fileDeleted.v1', row, userId, ports);
  await updateItem(tx, row.id, { state: 'gone', version: row.version + 1 });
}
