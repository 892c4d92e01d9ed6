import { answerOf, platform } from '../client.ts';
import type { Folder } from '../files.ts';
import { allOf } from '../paging.ts';
import { Problem } from '../problem.ts';

/** Finds folders by their names below another, and makes those that are missing: each once, however many ask at once. */
export type FolderMaker = (names: readonly string[]) => Promise<string>;

export function folderMaker(topId: string): FolderMaker {
  const made = new Map<string, Promise<string>>();
  const folderAt: FolderMaker = (names) => {
    const name = names.at(-1);
    if (name === undefined) return Promise.resolve(topId);
    const path = names.join('/');
    const known = made.get(path);
    if (known) return known;
    const making = folderAt(names.slice(0, -1)).then((parentId) => ensureFolder(parentId, name));
    made.set(path, making);
    making.catch(() => made.delete(path)); // the next file tries again
    return making;
  };
  return folderAt;
}

/** The folder with this name right in another, made where it is missing. */
async function ensureFolder(folderId: string, displayName: string): Promise<string> {
  const params = { path: { folderId } };
  try {
    const call = platform.storage.POST('/storage/folders/{folderId}/folders', { params, body: { displayName } });
    return (await answerOf(call)).folder.id;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'FolderAlreadyExists') throw error;
    const found = (await foldersIn(folderId)).find(
      (one) => one.displayName.toLowerCase() === displayName.toLowerCase(),
    );
    if (!found) throw error;
    return found.id;
  }
}

const foldersIn = (folderId: string): Promise<Folder[]> =>
  allOf(async (query) => {
    const params = { path: { folderId }, query };
    const { folders, _links } = await answerOf(platform.storage.GET('/storage/folders/{folderId}/folders', { params }));
    return { items: folders, more: _links.next !== undefined };
  });
