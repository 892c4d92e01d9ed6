import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../platform/client.ts';
import type { Folder, Item } from '../platform/files.ts';
import { allOf } from '../platform/paging.ts';

const pageSize = 1000;

/** What is right in a folder, or with a text what is below it under such a name; page after page. */
export const itemsQuery = (twinId: string, folderId: string, find?: string) =>
  infiniteQueryOptions({
    queryKey: ['files', twinId, 'items', folderId, find ?? ''],
    initialPageParam: 0,
    async queryFn({ pageParam: $skip }) {
      const paging = { $top: pageSize, $skip };
      const path = { folderId };
      const call = find
        ? platform.storage.GET('/storage/folders/{folderId}/search', {
            params: { path, query: { ...paging, name: pattern(find) } },
          })
        : platform.storage.GET('/storage/folders/{folderId}/list', { params: { path, query: paging } });
      const { items, _links } = await answerOf(call);
      return { items, more: _links.next !== undefined };
    },
    getNextPageParam: (last, pages) => (last.more ? pages.length * pageSize : undefined),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

/** Any part of a name, unless the text has wildcards of its own. */
const pattern = (text: string): string => (/[*?]/.test(text) ? text : `*${text}*`);

/** The folders right in a folder: for the tree. */
export const foldersQuery = (twinId: string, folderId: string) =>
  queryOptions({
    queryKey: ['files', twinId, 'folders', folderId],
    queryFn: () =>
      allOf<Folder>(async (query) => {
        const params = { path: { folderId }, query };
        const call = platform.storage.GET('/storage/folders/{folderId}/folders', { params });
        const { folders, _links } = await answerOf(call);
        return { items: folders, more: _links.next !== undefined };
      }),
  });

/** A folder and those above it, from the top down; the root folder is left out. */
export const trailQuery = (twinId: string, folderId: string, rootId: string) =>
  queryOptions({
    queryKey: ['files', twinId, 'trail', folderId],
    async queryFn() {
      const trail: Folder[] = [];
      for (let id: string | null = folderId; id !== null && id !== rootId; ) {
        const params: { path: { folderId: string } } = { path: { folderId: id } };
        const { folder }: { folder: Folder } = await answerOf(
          platform.storage.GET('/storage/folders/{folderId}', { params }),
        );
        trail.unshift(folder);
        id = folder.parentFolderId;
      }
      return trail;
    },
  });

export const recycleBinQuery = (twinId: string) =>
  queryOptions({
    queryKey: ['files', twinId, 'recycle bin'],
    queryFn: () =>
      allOf<Item>(async (paging) => {
        const params = { query: { twinId, ...paging } };
        const { items, _links } = await answerOf(platform.storage.GET('/storage/recyclebin', { params }));
        return { items, more: _links.next !== undefined };
      }),
  });
