import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { LocatedExtension } from '../access.ts';
import { bytesOf, deleteExtensionRow, findExtension } from '../store/extensions.ts';
import { again, changeView } from '../store/views.ts';

export async function deleteExtension({ resource }: Located<LocatedExtension>, { write, now }: Context) {
  const { view_id, name } = resource.extension;
  const outcome = await write(async (tx) => {
    const { row } = await again(tx, view_id);
    const extension = await findExtension(tx, view_id, name);
    if (extension === undefined) throw new NoLongerThere(`Extension ${name} of ${view_id} was deleted.`);
    await deleteExtensionRow(tx, extension);
    await changeView(tx, row, { extensions_size: row.extensions_size - bytesOf(extension.data) }, now);
  });
  return isFailed(outcome) ? outcome : noContent;
}
