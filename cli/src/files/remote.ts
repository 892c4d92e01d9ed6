import type { PlatformClient } from '../../../client/src/client.ts';
import { answered, partsOf, type RemoteFile, type TwinFiles } from '../../../client/src/node.ts';
import { exits, Failure } from '../failure.ts';
import { safeName } from '../file-answer.ts';

/** A file of the twin, and its place below what was named, folders before it. */
export interface PlacedFile {
  readonly file: RemoteFile;
  readonly path: string;
}

export interface RemoteTree {
  readonly files: readonly PlacedFile[];
  /** Folders in it, parents first. */
  readonly folders: readonly { readonly id: string; readonly path: string }[];
}

/** Everything in a folder. */
export async function treeAt(files: TwinFiles, folderId: string, before = ''): Promise<RemoteTree> {
  const found: PlacedFile[] = [];
  const folders: { id: string; path: string }[] = [];
  for (const item of await files.itemsIn(folderId)) {
    const path = before === '' ? item.displayName : `${before}/${item.displayName}`;
    if (item.type === 'file') found.push({ file: item, path });
    else {
      folders.push({ id: item.id, path });
      const inner = await treeAt(files, item.id, path);
      found.push(...inner.files);
      folders.push(...inner.folders);
    }
  }
  return { files: found, folders };
}

/** A folder or a file by its path; a folder wins where both have the name and a slash is at the end. */
export async function itemAt(
  files: TwinFiles,
  path: string,
): Promise<{ readonly is: 'folder'; readonly id: string } | { readonly is: 'file'; readonly file: RemoteFile }> {
  const parts = partsOf(path);
  const name = parts.at(-1);
  const parentId = name === undefined ? undefined : await files.folderAt(parts.slice(0, -1));
  const file = parentId === undefined || path.endsWith('/') ? undefined : await files.fileIn(parentId, name ?? '');
  if (file) return { is: 'file', file };
  const id = await files.folderAt(parts);
  if (id === undefined) throw new Failure(exits.notFound, `The twin has no file or folder "${path}".`);
  return { is: 'folder', id };
}

const fileId = /^[\w-]{43}$/;

/** Whether it has the form of an id of Storage. */
export const isItemId = (text: string): boolean => fileId.test(text);

export const fileById = async (client: PlatformClient, id: string): Promise<RemoteFile> =>
  (await answered(client.storage.GET('/storage/files/{fileId}', { params: { path: { fileId: id } } }))).data.file;

/** A path of the server as one that stays below a local folder, and means nothing to any system. */
export const safePath = (path: string): string => path.split('/').map(safeName).join('/');
