import { notifications } from '@mantine/notifications';
import { answerOf, platform } from '../platform/client.ts';
import type { Item } from '../platform/files.ts';
import { contentOf } from '../platform/upload/server.ts';
import { count } from '../ui/format.ts';

const api = platform.storage;

export const createFolder = (folderId: string, displayName: string) =>
  answerOf(api.POST('/storage/folders/{folderId}/folders', { params: { path: { folderId } }, body: { displayName } }));

export async function move({ type, id }: Item, parentFolderId: string): Promise<void> {
  const body = { parentFolderId };
  if (type === 'file')
    await answerOf(api.POST('/storage/files/{fileId}/move', { params: { path: { fileId: id } }, body }));
  else await answerOf(api.POST('/storage/folders/{folderId}/move', { params: { path: { folderId: id } }, body }));
}

/** Locks or unlocks files of one folder. */
export async function setLocked(folderId: string, fileIds: string[], locked: boolean): Promise<void> {
  const init = { params: { path: { folderId } }, body: { fileIds } };
  if (locked) await answerOf(api.POST('/storage/folders/{folderId}/lock', init));
  else await answerOf(api.POST('/storage/folders/{folderId}/unlock', init));
}

export async function restore({ type, id }: Item): Promise<void> {
  if (type === 'file')
    await answerOf(api.POST('/storage/recyclebin/files/{fileId}/restore', { params: { path: { fileId: id } } }));
  else
    await answerOf(api.POST('/storage/recyclebin/folders/{folderId}/restore', { params: { path: { folderId: id } } }));
}

/** For good. */
export async function purge({ type, id }: Item): Promise<void> {
  if (type === 'file')
    await answerOf(api.DELETE('/storage/recyclebin/files/{fileId}', { params: { path: { fileId: id } } }));
  else await answerOf(api.DELETE('/storage/recyclebin/folders/{folderId}', { params: { path: { folderId: id } } }));
}

/** The browser fetches the file itself, by its signed address. */
export async function download(fileId: string): Promise<void> {
  const { url } = await contentOf(fileId);
  window.location.assign(url);
}

const manyAre = 20;

/**
 * Does the same to many, one after the other, and stops at the first refusal. Where they are many, a notification says how far it
 * is.
 */
export async function each<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  if (items.length < manyAre) {
    for (const item of items) await act(item);
    return;
  }
  const id = `each ${crypto.randomUUID()}`;
  const tell = (done: number) => ({
    id,
    loading: true,
    autoClose: false as const,
    withCloseButton: false,
    message: `${count(done)} of ${count(items.length)} done`,
  });
  notifications.show(tell(0));
  try {
    for (const [done, item] of items.entries()) {
      await act(item);
      if (done % 10 === 9) notifications.update(tell(done + 1));
    }
  } finally {
    notifications.hide(id);
  }
}
