import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { linksOf, type Page, pageOf } from '../../../api/query/paging.ts';
import { type ItemInTree, pathOf } from '../item/store.ts';
import { fileView, folderAddress, folderView, itemView, viewContext } from '../item/view.ts';
import { fileKind, folderKind, type ItemKind, type ItemRow } from '../tables.ts';
import { childrenOf } from './children.ts';

export const usualTop = 1000;

type PageQuery = { readonly $skip?: number; readonly $top?: number };

/** The page of a folder's children that a request asks for, with what their views need. */
async function readFolder(target: Located<ItemInTree>, page: Page, context: Context, kind?: ItemKind) {
  const { rows, hasMore } = await childrenOf(context.db, target.resource.row.id, page, kind);
  const view = await viewContext(context, target.access.twin, rows);
  return { rows, hasMore, view, pathOfChild: pathBelow(target.resource) };
}

/** Paths of items that lie directly in a folder. */
export function pathBelow(folder: ItemInTree): (row: ItemRow) => string {
  const path = pathOf(folder);
  return (row) => (path === '' ? row.name : `${path}/${row.name}`);
}

const linksIn = (folder: ItemInTree, list: string, page: Page, hasMore: boolean, { baseUrl }: Context) =>
  linksOf(`${folderAddress(baseUrl, folder.row.id)}/${list}`, {}, page, hasMore);

export async function listFolders(target: Located<ItemInTree>, query: PageQuery, context: Context) {
  const page = pageOf(query, usualTop);
  const { rows, hasMore, view, pathOfChild } = await readFolder(target, page, context, folderKind);
  const folders = rows.map((row) => folderView(row, pathOfChild(row), view));
  return reply(200, { folders, _links: linksIn(target.resource, 'folders', page, hasMore, context) });
}

export async function listFiles(target: Located<ItemInTree>, query: PageQuery, context: Context) {
  const page = pageOf(query, usualTop);
  const { rows, hasMore, view, pathOfChild } = await readFolder(target, page, context, fileKind);
  const files = rows.map((row) => fileView(row, pathOfChild(row), view));
  return reply(200, { files, _links: linksIn(target.resource, 'files', page, hasMore, context) });
}

export async function listItems(target: Located<ItemInTree>, query: PageQuery, context: Context) {
  const page = pageOf(query, usualTop);
  const { rows, hasMore, view, pathOfChild } = await readFolder(target, page, context);
  const items = rows.map((row) => itemView(row, pathOfChild(row), view));
  return reply(200, { items, _links: linksIn(target.resource, 'list', page, hasMore, context) });
}
