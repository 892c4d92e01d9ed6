import type { Found } from '../../../kernel/auth/access-rules.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { noContent } from '../../../kernel/http/endpoint.ts';
import { Gone, isFailed } from '../../../kernel/http/problem.ts';
import type { LocatedExtension } from '../access.ts';
import { bytesOf, deleteExtensionRow, findExtension } from '../extension.store.ts';
import { again, changeView } from '../view.store.ts';

export async function deleteExtension({ resource }: Found<LocatedExtension>, { write, now }: Context) {
  const { view_id, name } = resource.extension;
  const outcome = await write(async (tx) => {
    const { row } = await again(tx, view_id);
    const extension = await findExtension(tx, view_id, name);
    if (extension === undefined) throw new Gone(`Extension ${name} of ${view_id} was deleted.`);
    await deleteExtensionRow(tx, extension);
    await changeView(tx, row, { extensions_size: row.extensions_size - bytesOf(extension.data) }, now);
  });
  return isFailed(outcome) ? outcome : noContent;
}
