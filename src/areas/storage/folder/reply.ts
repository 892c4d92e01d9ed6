import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { versionOf } from '../access.ts';
import { type ItemInTree, pathOf } from '../item/store.ts';
import { folderView, viewContext } from '../item/view.ts';

/** An answer with one folder. */
export async function folderReply<const S extends number>(status: S, found: Located<ItemInTree>, context: Context) {
  const { resource, access } = found;
  const view = await viewContext(context, access.twin, [resource.row]);
  const folder = folderView(resource.row, pathOf(resource), view);
  return reply(status, { folder }, { version: versionOf(found) });
}
