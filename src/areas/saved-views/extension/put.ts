import type { Static } from 'typebox';
import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import { invalidExtension } from '../errors.ts';
import { type extensionCreate, mostExtensionBytes, mostExtensions } from '../schema/extension.ts';
import { bytesOf, extensionNamesOf, extensionRow, findExtension, storeExtension } from '../store/extensions.ts';
import { again, changeView, type LocatedView } from '../store/views.ts';
import { extensionView } from './view.ts';

const refused = (target: string, message: string) => {
  const detail: Detail = { code: 'InvalidChange', message, target };
  return fail(invalidExtension, { details: [detail] });
};

/** Adds an extension to a view, or replaces the one of the same name. */
export async function putExtension(
  { resource }: Located<LocatedView>,
  body: Static<typeof extensionCreate>,
  { baseUrl, now, write }: Context,
) {
  const viewId = resource.row.id;
  const outcome = await write(async (tx) => {
    const { row } = await again(tx, viewId);
    const former = await findExtension(tx, viewId, body.extensionName);
    if (former === undefined && (await extensionNamesOf(tx, [viewId])).length >= mostExtensions) {
      return refused('extensionName', `A saved view can have at most ${mostExtensions} extensions.`);
    }
    const extensions_size = row.extensions_size - bytesOf(former?.data ?? '') + bytesOf(body.data);
    if (extensions_size > mostExtensionBytes) {
      return refused('data', `The extensions of a saved view can have at most ${mostExtensionBytes / 2 ** 20} MiB.`);
    }
    const view = await changeView(tx, row, { extensions_size }, now);
    const extension = extensionRow(viewId, body, view.version);
    await storeExtension(tx, extension);
    return { extension, isNew: former === undefined };
  });
  if (isFailed(outcome)) return outcome;
  const { extension, isNew } = outcome;
  const answer = { extension: extensionView(extension, resource.row, baseUrl) };
  return reply(isNew ? 201 : 200, answer, { version: extension.version });
}
