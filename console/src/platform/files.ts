import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform, taggedAnswerOf } from './client.ts';

export type Folder = Schemas['storage']['Folder'];
export type StoredFile = Schemas['storage']['File'];
/** A file as it was read; the tag tells it from what becomes of it later. */
export type SeenFile = StoredFile & { readonly tag: string };
export type Item = Folder | StoredFile;

const atFirst = 200;

/** Key of everything that shows files of a twin. */
export const filesOf = (twinId: string) => ['files', twinId] as const;

export const fileQuery = (twinId: string, fileId: string) =>
  queryOptions({
    queryKey: ['files', twinId, 'file', fileId],
    async queryFn(): Promise<SeenFile> {
      const { answer, etag } = await taggedAnswerOf(
        platform.storage.GET('/storage/files/{fileId}', { params: { path: { fileId } } }),
      );
      return { ...answer.file, tag: etag };
    },
  });

/** The top of a twin's files: the id of its root folder, and the first items in it. */
export const topQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['files', twinId, 'top'],
    async queryFn() {
      const query = { twinId, $top: atFirst };
      const { items, _links } = await answerOf(platform.storage.GET('/storage/', { params: { query } }));
      return { rootId: _links.folder.href.split('/').at(-1) ?? '', items };
    },
  });

type Which = Pick<Item, 'type' | 'id'>;

export async function rename({ type, id }: Which, displayName: string): Promise<void> {
  const body = { displayName };
  if (type === 'file')
    await answerOf(platform.storage.PATCH('/storage/files/{fileId}', { params: { path: { fileId: id } }, body }));
  else
    await answerOf(platform.storage.PATCH('/storage/folders/{folderId}', { params: { path: { folderId: id } }, body }));
}

/** Into the recycle bin. */
export async function remove({ type, id }: Which): Promise<void> {
  if (type === 'file')
    await answerOf(platform.storage.DELETE('/storage/files/{fileId}', { params: { path: { fileId: id } } }));
  else await answerOf(platform.storage.DELETE('/storage/folders/{folderId}', { params: { path: { folderId: id } } }));
}
