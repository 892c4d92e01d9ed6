import type { Kit } from '../../api/area.ts';
import type { Files, NewFile, StoredFile } from '../../api/ports/files.ts';
import type { GeneratedRepository } from '../../api/ports/repositories.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { tellSubscribers } from './events.ts';
import { contentTypeOf, filePlace } from './file/upload.ts';
import { idOfGuid, liveFiles } from './item/active-items-store.ts';
import { insertItem, isNameTaken, locate, newItem } from './item/store.ts';
import { ensureRoot, findRoot } from './list/root-store.ts';
import { numberedName } from './names.ts';
import { fileKind, folderKind, type ItemRow, q, states } from './tables.ts';
import { tellContent } from './tell-listeners.ts';
import { storedTrees } from './tree/trees.ts';

/** Files as other areas use them. The caller has checked what its own caller may do in the twin. */
export function storedFiles(kit: Kit): Files {
  const { db, ports, now } = kit;
  return {
    trees: storedTrees(kit),
    async find(reader, fileId) {
      const found = await locate(reader, fileId, fileKind);
      return found && storedFile(found.row);
    },
    async findByGuid(reader, guid) {
      const id = await idOfGuid(reader, guid);
      const found = id === undefined ? undefined : await locate(reader, id, fileKind);
      return found && storedFile(found.row);
    },
    async ofBlob(reader, blobId) {
      const row = await reader.first(q.selectFrom('storage_items').selectAll().where('blob_id', '=', blobId));
      return row && storedFile(row);
    },
    async findAll(reader, twinId, fileIds) {
      return (await liveFiles(reader, twinId, fileIds)).map(storedFile);
    },
    async twinOfFolder(reader, folderId) {
      return (await locate(reader, folderId, folderKind))?.row.twin_id;
    },
    async open(fileId, range) {
      const found = await locate(db, fileId, fileKind);
      const content = found?.row.blob_id && (await ports.blobs.read(found.row.blob_id, range));
      return content ? { ...storedFile(found.row), stream: content.stream } : undefined;
    },
    async save(file, stream, length) {
      const options = { contentType: contentTypeOf(file.name), ...(length === undefined ? {} : { length }) };
      const saved = await ports.blobs.save(filePlace, stream, options);
      return db.write(async (tx) => {
        const parent = await folderFor(tx, file, now());
        if (parent === undefined) return undefined;
        const content = await ports.blobs.finishUpload(tx, saved.id);
        if (content === undefined) throw new Error(`Blob ${saved.id} was removed before its file was made.`);
        const row = await freeName(tx, file, parent, now());
        const whole = { ...row, blob_id: saved.id, size: content.size };
        await insertItem(tx, whole);
        await tellContent(tx, whole, content, ports);
        await tellSubscribers(tx, 'storage.fileCreated.v1', whole, file.userId, ports);
        return storedFile(whole);
      });
    },
  };
}

const storedFile = (row: ItemRow): StoredFile => ({
  id: row.id,
  twinId: row.twin_id,
  folderId: row.parent_id ?? '',
  name: row.name,
  size: row.size,
});

/** The folder to save into, the root folder when none is named; undefined when it is not one of the twin. */
async function folderFor(tx: Transaction, { twinId, folderId, userId }: NewFile, now: number) {
  if (folderId === undefined) return ensureRoot(tx, twinId, userId, now);
  const folder = await locate(tx, folderId, folderKind);
  return folder?.row.twin_id === twinId ? folder.row : undefined;
}

/** A new row whose name is free in the folder: "plan.pdf", else "plan (1).pdf", and so on. */
async function freeName(tx: Transaction, { twinId, name, userId }: NewFile, parent: ItemRow, now: number) {
  for (let number = 0; ; number++) {
    const row = newItem({ twinId, parentId: parent.id, kind: fileKind, name: numberedName(name, number) }, userId, now);
    if (!(await isNameTaken(tx, row, parent.id))) return row;
  }
}

/** The repository that a twin has once there is a folder or file in its storage. */
export const storageRepository: GeneratedRepository = {
  class: 'Storage',
  displayName: 'Storage',
  permissions: ['storage_read'],
  path: (twinId) => `/storage/?twinId=${twinId}`,
  hasData,
};

async function hasData(db: Reader, twinId: string): Promise<boolean> {
  const root = await findRoot(db, twinId);
  if (root === undefined) return false;
  const children = q.selectFrom('storage_items').select('id').where('parent_id', '=', root.id);
  return (await db.first(children.where('state', '=', states.live).limit(1))) !== undefined;
}
