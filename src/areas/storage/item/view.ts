import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { folderKind, type ItemRow } from '../tables.ts';
import type { file, folder } from './schema.ts';

type FolderView = Static<typeof folder>;
type FileView = Static<typeof file>;

/** Names of users by id; of those who are no more, nothing. */
export type NamesById = ReadonlyMap<string, string>;

/** What of a twin the views show: the root folder is called like it. */
export interface ViewedTwin {
  readonly id: string;
  readonly displayName: string;
}

export interface ViewContext {
  readonly baseUrl: string;
  readonly twin: ViewedTwin;
  readonly names: NamesById;
}

/** Who modified the items, read once for all of them; the caller is known already. */
export async function viewContext(
  { db, baseUrl, ports, caller }: Pick<Context, 'baseUrl' | 'db' | 'ports' | 'caller'>,
  twin: ViewedTwin,
  rows: readonly ItemRow[],
): Promise<ViewContext> {
  const others = new Set(rows.map((row) => row.modified_by));
  others.delete(caller.userId);
  const found = others.size === 0 ? [] : await ports.people.byIds(db, [...others]);
  const names = new Map(found.map((user) => [user.id, user.displayName]));
  return { baseUrl, twin, names: names.set(caller.userId, caller.displayName) };
}

function commonView(row: ItemRow, path: string, { baseUrl, twin, names }: ViewContext) {
  const member = (userId: string) => ({ href: `${baseUrl}/accesscontrol/twins/${twin.id}/members/${userId}` });
  return {
    id: row.id,
    displayName: row.parent_id === null ? twin.displayName : row.name,
    description: row.description,
    path,
    lastModifiedByDisplayName: names.get(row.modified_by) ?? '',
    createdDateTime: isoTime(row.created),
    lastModifiedDateTime: isoTime(row.modified),
    parentFolderId: row.parent_id,
    _links: {
      createdBy: member(row.created_by),
      lastModifiedBy: member(row.modified_by),
      ...(row.parent_id === null ? {} : { parentFolder: { href: folderAddress(baseUrl, row.parent_id) } }),
    },
  };
}

export const folderView = (row: ItemRow, path: string, context: ViewContext): FolderView => ({
  type: 'folder',
  ...commonView(row, path, context),
});

export const fileView = (row: ItemRow, path: string, context: ViewContext): FileView => ({
  type: 'file',
  ...commonView(row, path, context),
  size: row.size,
  isFileLocked: row.locked_by !== null,
});

export const itemView = (row: ItemRow, path: string, context: ViewContext): FolderView | FileView =>
  row.kind === folderKind ? folderView(row, path, context) : fileView(row, path, context);

export const folderAddress = (baseUrl: string, id: string): string => `${baseUrl}/storage/folders/${id}`;
export const fileAddress = (baseUrl: string, id: string): string => `${baseUrl}/storage/files/${id}`;
