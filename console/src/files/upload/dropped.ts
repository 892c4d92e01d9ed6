import { fromEvent } from 'file-selector';
import { answerOf, platform } from '../../app/platform.ts';
import { Problem } from '../../app/problem.ts';
import { upload } from './uploads.ts';

/** Where files are dropped. */
export interface Target {
  readonly twinId: string;
  readonly folderId: string;
  /** Names of the folders down to it. */
  readonly place: string;
}

/** Files that were dropped or chosen, folders opened. */
export async function filesOf(event: DragEvent | Event): Promise<File[]> {
  const found = await fromEvent(event);
  return found.flatMap((one) => (one instanceof File ? one : []));
}

/** Uploads files, making the folders that they were in below the target. */
export async function uploadAll(files: readonly File[], target: Target): Promise<void> {
  const made = new Map<string, Promise<string>>();
  for (const file of files) {
    const names = foldersOf(file);
    const folderId = await folderAt(names, target, made);
    upload(file, { twinId: target.twinId, folderId, place: [target.place, ...names].filter(Boolean).join('/') });
  }
}

/** Names of the folders that a dropped file was in. */
export function foldersOf(file: File & { readonly relativePath?: string; readonly path?: string }): string[] {
  const path = file.webkitRelativePath || file.relativePath || file.path || '';
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .slice(0, -1);
}

function folderAt(names: readonly string[], target: Target, made: Map<string, Promise<string>>): Promise<string> {
  const name = names.at(-1);
  if (name === undefined) return Promise.resolve(target.folderId);
  const path = names.join('/');
  const known = made.get(path);
  if (known) return known;
  const making = folderAt(names.slice(0, -1), target, made).then((parentId) => ensureFolder(parentId, name));
  made.set(path, making);
  return making;
}

/** The folder with this name right in another, made where it is missing. */
async function ensureFolder(folderId: string, displayName: string): Promise<string> {
  const params = { path: { folderId } };
  try {
    const call = platform.storage.POST('/storage/folders/{folderId}/folders', { params, body: { displayName } });
    return (await answerOf(call)).folder.id;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'FolderAlreadyExists') throw error;
    const all = { ...params, query: { $top: 1000 } };
    const { folders } = await answerOf(platform.storage.GET('/storage/folders/{folderId}/folders', { params: all }));
    const found = folders.find((one) => one.displayName.toLowerCase() === displayName.toLowerCase());
    if (!found) throw error;
    return found.id;
  }
}
