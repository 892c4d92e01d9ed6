import { fromEvent } from 'file-selector';

/** Files that were dropped or chosen, folders opened. */
export async function filesOf(event: DragEvent | Event): Promise<File[]> {
  const found = await fromEvent(event);
  return found.flatMap((one) => (one instanceof File ? one : []));
}

/** Names of the folders that a dropped file was in. */
export function foldersOf(file: File & { readonly relativePath?: string; readonly path?: string }): string[] {
  const path = file.webkitRelativePath || file.relativePath || file.path || '';
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .slice(0, -1);
}
