import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { versionOf } from '../access.ts';
import { type ItemInTree, pathOf } from '../item/store.ts';
import { fileView, viewContext } from '../item/view.ts';

/** An answer with one file. */
export async function fileReply(found: Located<ItemInTree>, context: Context) {
  const { resource, access } = found;
  const view = await viewContext(context, access.twin, [resource.row]);
  const file = fileView(resource.row, pathOf(resource), view);
  return reply(200, { file }, { version: versionOf(found) });
}
