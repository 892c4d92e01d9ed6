import { type Located, onResource, permission } from '../../api/auth/access-rules.ts';
import type { AccessRule } from '../../api/http/endpoint.ts';
import { NoLongerThere } from '../../api/http/problem.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { fileNotFound, folderNotFound } from './errors.ts';
import { findItem, findUploadable, type ItemInTree, isUnchanged, locate } from './item/store.ts';
import { fileKind, folderKind, type ItemKind, type ItemRow } from './tables.ts';

export const read = permission('storage_read');
export const write = permission('storage_write');
export const remove = permission('storage_delete');

type Need = typeof read;
type FolderParams = { readonly folderId: string };
type FileParams = { readonly fileId: string };

const twinOf = (item: ItemInTree): string => item.row.twin_id;

/** A folder in use. */
export const onFolder = (need: Need): AccessRule<FolderParams, Located<ItemInTree>> =>
  onResource({ find: (db, { folderId }) => locate(db, folderId, folderKind), twinOf, notFound: folderNotFound, need });

/** A file in use. */
export const onFile = (need: Need): AccessRule<FileParams, Located<ItemInTree>> =>
  onResource({ find: (db, { fileId }) => locate(db, fileId, fileKind), twinOf, notFound: fileNotFound, need });

/** A file in use, or one that waits for its first content; the folders above it do not matter. */
export const onUploadableFile = (need: Need): AccessRule<FileParams, Located<ItemRow>> =>
  onResource({
    find: (db, { fileId }) => findUploadable(db, fileId, Date.now()),
    twinOf: (row: ItemRow) => row.twin_id,
    notFound: fileNotFound,
    need,
  });

/** A file in use, or one that waits for its first content. */
export const onDeletableFile: AccessRule<FileParams, Located<ItemInTree>> = onResource({
  find: (db, { fileId }) => findDeletable(db, fileId, Date.now()),
  twinOf,
  notFound: fileNotFound,
  need: remove,
});

export async function findDeletable(db: Reader, id: string, now: number): Promise<ItemInTree | undefined> {
  const row = await findUploadable(db, id, now);
  return row?.state === 'pending' ? { row, above: [] } : locate(db, id, fileKind);
}

/** A top entry of the recycle bin. */
export const onRecycledFolder: AccessRule<FolderParams, Located<ItemRow>> = onResource({
  find: (db, { folderId }) => findRecycled(db, folderId, folderKind),
  twinOf: (row: ItemRow) => row.twin_id,
  notFound: folderNotFound,
  need: remove,
});

export const onRecycledFile: AccessRule<FileParams, Located<ItemRow>> = onResource({
  find: (db, { fileId }) => findRecycled(db, fileId, fileKind),
  twinOf: (row: ItemRow) => row.twin_id,
  notFound: fileNotFound,
  need: remove,
});

export async function findRecycled(db: Reader, id: string, kind: ItemKind): Promise<ItemRow | undefined> {
  const row = await findItem(db, id);
  return row?.kind === kind && row.state === 'recycled' ? row : undefined;
}

/** The item that the access rule found, once more in the transaction. Errors: `Gone`, when it was deleted since. */
export async function again(db: Reader, item: ItemInTree): Promise<ItemInTree> {
  if (await isUnchanged(db, item)) return item;
  const { row } = item;
  const found = await locate(db, row.id, row.kind);
  if (found === undefined) throw new NoLongerThere(`Item ${row.id} was deleted.`);
  return found;
}

/**
 * The version of an item as it is shown: its path comes from the folders above it, the name of the root folder from
 * the twin.
 */
export const versionOf = ({ resource: { row, above }, access }: Located<ItemInTree>): string =>
  [row, ...above].map((item) => item.version).join('.') + (row.parent_id === null ? `.${access.twin.version}` : '');
