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

/** The outermost folder that all are in. */
export function commonFolder(files: readonly File[]): string | undefined {
  const [folder] = files[0] ? foldersOf(files[0]) : [];
  return files.every((file) => foldersOf(file)[0] === folder) ? folder : undefined;
}

/** Files whose common folder becomes the place itself where they go: it is not in it again. */
export function withoutCommonFolder(files: readonly File[]): File[] {
  if (commonFolder(files) === undefined) return [...files];
  return files.map((file) => {
    const inside = foldersOf(file).slice(1);
    const copy = new File([file], file.name, { type: file.type, lastModified: file.lastModified });
    return Object.assign(copy, { relativePath: [...inside, file.name].join('/') });
  });
}
