import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { FoundChangeset } from '../access.ts';
import { notFailed, notImporting } from '../errors.ts';
import { findChangeset } from '../store/changesets.ts';
import { detailOf } from './read.ts';

/** Imports a failed changeset once more. */
export const retryImport = (found: FoundChangeset, context: Context) => act(found, context, 'retry');

/** Ends an import; the changeset is Failed then. */
export const cancelImport = (found: FoundChangeset, context: Context) => act(found, context, 'cancel');

async function act(found: FoundChangeset, context: Context, what: 'retry' | 'cancel') {
  const { ports } = context;
  const outcome = await context.write(async (tx) => {
    const row = await findChangeset(tx, found.model.id, found.row.id);
    if (row === undefined) throw new NoLongerThere(`Model ${found.model.id} was purged.`);
    if (what === 'retry') {
      const fits = row.state === 'Failed' && (await ports.jobs.retry(tx, row.job_id));
      if (!fits) return fail(notFailed);
    } else {
      const fits = row.state === 'Importing' && (await ports.jobs.cancel(tx, row.job_id));
      if (!fits) return fail(notImporting);
    }
    return (await findChangeset(tx, found.model.id, found.row.id)) ?? row;
  });
  return isFailed(outcome) ? outcome : reply(202, { changeset: await detailOf({ ...found, row: outcome }, context) });
}
