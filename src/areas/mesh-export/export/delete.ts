import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import { invalidDelete, invalidParameter } from '../errors.ts';
import type { FoundExport } from './access.ts';
import { removeExports } from './remove.ts';
import { findExport } from './store.ts';

/** Removes an export that is finished; its files are gone with it, and links to them work no more. */
export async function deleteExport({ row: { id } }: FoundExport, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findExport(tx, id);
    if (row === undefined) throw new NoLongerThere(`Export ${id} was deleted.`);
    if (row.status !== 'Complete' && row.status !== 'Invalid') {
      return fail(invalidDelete, { details: [invalidParameter('id')] });
    }
    await removeExports(tx, [row], context.ports);
  });
  return isFailed(outcome) ? outcome : noContent;
}
