import type { Kit } from '../../../api/area.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { changeItem } from '../change.ts';
import { tellSubscribers } from '../events.ts';
import { findNamed, insertItem, newItem } from '../item/store.ts';
import { fileKind, folderKind, type ItemRow } from '../tables.ts';
import { dropContent, tellContent } from '../tell-listeners.ts';
import type { FileAt } from './store.ts';

/** By whom and when files are written. */
export interface Writing {
  readonly userId: string;
  readonly now: number;
  readonly ports: Kit['ports'];
}

interface NewContent {
  readonly path: string;
  readonly blobId: string;
}

/** Makes blobs the contents of files below an item, with the folders that they need, all in this transaction. */
export async function putFiles(
  tx: Transaction,
  item: ItemRow,
  files: readonly NewContent[],
  by: Writing,
): Promise<FileAt[]> {
  const folders = new Map<string, FileAt>([['', { row: item, path: '' }]]);
  const done: FileAt[] = [];
  for (const file of files) {
    const { path, blobId } = file;
    if (item.kind === fileKind) {
      done.push({ row: await putContent(tx, item, blobId, by), path: item.name });
      continue;
    }
    const cut = path.lastIndexOf('/');
    const folder = await folderAt(tx, folders, cut < 0 ? '' : path.slice(0, cut), by);
    const name = path.slice(cut + 1);
    const known = await findNamed(tx, folder.row.id, fileKind, name);
    const row = known ? await putContent(tx, known, blobId, by) : await newFile(tx, folder.row, name, blobId, by);
    done.push({ row, path: below(folder, row.name) });
  }
  return done;
}

const below = ({ path }: FileAt, name: string): string => (path === '' ? name : `${path}/${name}`);

/** The folder of a path, made where it is missing; those of this write are remembered. */
async function folderAt(tx: Transaction, folders: Map<string, FileAt>, path: string, by: Writing): Promise<FileAt> {
  const known = folders.get(path);
  if (known !== undefined) return known;
  const cut = path.lastIndexOf('/');
  const parent = await folderAt(tx, folders, cut < 0 ? '' : path.slice(0, cut), by);
  const name = path.slice(cut + 1);
  const found = await findNamed(tx, parent.row.id, folderKind, name);
  const row = found ?? newItem(inside(parent.row, folderKind, name), by.userId, by.now);
  if (found === undefined) await insertItem(tx, row);
  const folder = { row, path: below(parent, row.name) };
  folders.set(path, folder);
  return folder;
}

const inside = (parent: ItemRow, kind: ItemRow['kind'], name: string) => ({
  twinId: parent.twin_id,
  parentId: parent.id,
  kind,
  name,
});

async function newFile(tx: Transaction, folder: ItemRow, name: string, blobId: string, by: Writing): Promise<ItemRow> {
  const content = await taken(tx, blobId, by);
  const row = { ...newItem(inside(folder, fileKind, name), by.userId, by.now), blob_id: blobId, size: content.size };
  await insertItem(tx, row);
  await tellContent(tx, row, content, by.ports);
  await tellSubscribers(tx, 'storage.fileCreated.v1', row, by.userId, by.ports);
  return row;
}

async function putContent(tx: Transaction, file: ItemRow, blobId: string, by: Writing): Promise<ItemRow> {
  const content = await taken(tx, blobId, by);
  const change = { blob_id: blobId, size: content.size };
  const row = await changeItem(tx, file, change, { caller: by, now: by.now });
  await tellContent(tx, row, content, by.ports);
  await tellSubscribers(tx, 'storage.fileUpdated.v1', row, by.userId, by.ports);
  await dropContent(tx, file.blob_id, by.ports);
  return row;
}

async function taken(tx: Transaction, blobId: string, { ports }: Writing) {
  const content = await ports.blobs.finishUpload(tx, blobId);
  if (content === undefined) throw new Error(`Blob ${blobId} was removed before its file was made.`);
  return content;
}
