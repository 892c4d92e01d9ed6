import type { Upload } from './upload.ts';

/*
 * The uploads as they are, and the picture of them that the page shows. The picture is renewed a few times in a second,
 * whatever the number of changes, and never in the course of one: an error of the page ends no upload.
 */
const betweenPicturesMs = 80;

const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();
let picture: readonly Upload[] = [];
let renewing = false;

/** For `useSyncExternalStore`. */
export const onUploads = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The uploads as they are shown. */
export const shownUploads = (): readonly Upload[] => picture;

export const uploadOf = (id: string): Upload | undefined => uploads.get(id);
export const everyUpload = (): Upload[] => [...uploads.values()];

export function addUploads(added: readonly Upload[]): void {
  for (const one of added) uploads.set(one.id, one);
  renewPicture();
}

export function changeUpload(id: string, what: Partial<Upload>): void {
  const before = uploads.get(id);
  if (before === undefined) return;
  uploads.set(id, { ...before, ...what });
  renewPicture();
}

export function removeUpload(id: string): void {
  uploads.delete(id);
  renewPicture();
}

function renewPicture(): void {
  if (renewing) return;
  renewing = true;
  setTimeout(() => {
    renewing = false;
    picture = [...uploads.values()];
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        reportError(error);
      }
    }
  }, betweenPicturesMs);
}
