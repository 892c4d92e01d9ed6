import type { PlatformClient, Schemas } from '../client.ts';
import { answered, Refused } from './refused.ts';

export type RemoteFile = Schemas['storage']['File'];
export type RemoteFolder = Schemas['storage']['Folder'];
export type RemoteItem = RemoteFile | RemoteFolder;

/** Folders and files of a twin by their paths; what was read once is remembered. */
export interface TwinFiles {
  readonly client: PlatformClient;
  readonly twinId: string;
  /** Address of the root folder without its id: two servers may have the same ids. */
  base(): Promise<string>;
  /** The id of a folder; undefined where there is none. */
  folderAt(names: readonly string[]): Promise<string | undefined>;
  /** The id of a folder, which is made where it is missing: once, however many ask at a time. */
  ensureFolder(names: readonly string[]): Promise<string>;
  /** What is right in a folder. */
  itemsIn(folderId: string): Promise<readonly RemoteItem[]>;
  fileIn(folderId: string, name: string): Promise<RemoteFile | undefined>;
  /** The list of a folder is read again when it is asked for next. */
  forget(folderId: string): void;
}

/** A path leads out of the twin. */
export class WrongPath extends Error {
  constructor(path: string) {
    super(`"${path}" is no path within the twin.`);
    this.name = 'WrongPath';
  }
}

/** `Structures/pier.ifc`, with or without a slash before it, by its parts. */
export function partsOf(path: string): readonly string[] {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.some((part) => part === '.' || part === '..')) throw new WrongPath(path);
  return parts;
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const pageSize = 1000;

export function twinFiles(client: PlatformClient, twinId: string): TwinFiles {
  let root: Promise<string> | undefined;
  const lists = new Map<string, Promise<readonly RemoteItem[]>>();
  const making = new Map<string, Promise<string>>();
  const rootHref = () => {
    root ??= answered(client.storage.GET('/storage/', { params: { query: { twinId, $top: 1 } } })).then(
      ({ data }) => data._links.folder.href,
    );
    return root;
  };
  const itemsIn = (folderId: string): Promise<readonly RemoteItem[]> => {
    const known = lists.get(folderId) ?? readAll(client, folderId);
    lists.set(folderId, known);
    known.catch(() => lists.delete(folderId));
    return known;
  };
  const folderIn = async (parentId: string, name: string): Promise<string | undefined> =>
    (await itemsIn(parentId)).find((item) => item.type === 'folder' && sameName(item.displayName, name))?.id;
  const rootId = async (): Promise<string> => (await rootHref()).split('/').at(-1) ?? '';
  const make = async (parentId: string, displayName: string): Promise<string> => {
    const found = await folderIn(parentId, displayName);
    if (found !== undefined) return found;
    try {
      const params = { path: { folderId: parentId } };
      const call = client.storage.POST('/storage/folders/{folderId}/folders', { params, body: { displayName } });
      return (await answered(call)).data.folder.id;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'FolderAlreadyExists') throw error;
      lists.delete(parentId); // somebody else was faster
      return (await folderIn(parentId, displayName)) ?? Promise.reject(error);
    }
  };
  const ensureFolder = (names: readonly string[]): Promise<string> => {
    const name = names.at(-1);
    if (name === undefined) return rootId();
    const path = names.join('/').toLowerCase();
    const known = making.get(path) ?? ensureFolder(names.slice(0, -1)).then((parentId) => make(parentId, name));
    making.set(path, known);
    known.catch(() => making.delete(path));
    return known;
  };
  return {
    client,
    twinId,
    base: async () => (await rootHref()).split('/').slice(0, -1).join('/'),
    itemsIn,
    ensureFolder,
    forget: (folderId) => void lists.delete(folderId),
    async folderAt(names) {
      let id = await rootId();
      for (const name of names) {
        const next = await folderIn(id, name);
        if (next === undefined) return undefined;
        id = next;
      }
      return id;
    },
    async fileIn(folderId, name) {
      const items = await itemsIn(folderId);
      return items.find((item): item is RemoteFile => item.type === 'file' && sameName(item.displayName, name));
    },
  };
}

async function readAll(client: PlatformClient, folderId: string): Promise<readonly RemoteItem[]> {
  const all: RemoteItem[] = [];
  for (;;) {
    const params = { path: { folderId }, query: { $skip: all.length, $top: pageSize } };
    const { data } = await answered(client.storage.GET('/storage/folders/{folderId}/list', { params }));
    all.push(...data.items);
    if (data._links.next === undefined || data.items.length === 0) return all;
  }
}
