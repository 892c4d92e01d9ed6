import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere, problems } from '../../../api/http/problem.ts';
import { sandboxNotFound } from '../errors.ts';
import { q } from '../tables.ts';
import { type FoundSandbox, mayClaim } from './access.ts';
import { numberExists, recordSandbox } from './create.ts';
import type { sandboxClaim } from './schema.ts';
import { findSandbox } from './store.ts';

/** Takes the mark off: a sandbox becomes a production twin, with all that is in it and below it. */
export async function claimSandbox(
  found: FoundSandbox | undefined,
  { key, displayName, number }: Static<typeof sandboxClaim>,
  context: Context,
) {
  const may = found === undefined ? 404 : mayClaim(found, key, context);
  if (found === undefined || may === 404) return fail(sandboxNotFound);
  if (may === 403) return fail(problems.insufficientPermissions);
  const { ports, caller } = context;
  const { id } = found.resource;
  const outcome = await context.write(async (tx) => {
    if ((await findSandbox(tx, id)) === undefined) return fail(sandboxNotFound);
    const twins = await ports.twins.sandboxes.release(tx, id, { displayName, number }, context);
    if (twins === undefined) return numberExists();
    for (const twin of twins) {
      await ports.events.removeWebhooks(tx, twin.id);
      await ports.access.leaveTestMode(tx, twin, context, twin.id === id ? caller.userId : undefined);
      if (twin.id === id) await recordSandbox(tx, 'sandbox.claimed', twin, context);
    }
    await tx.run(q.deleteFrom('test_mails').where('sandbox_id', '=', id));
    await tx.run(q.deleteFrom('test_sandboxes').where('id', '=', id));
    return id;
  });
  if (isFailed(outcome)) return outcome;
  const twin = await ports.twins.show(context.db, id, context);
  if (twin === undefined) throw new NoLongerThere(`Twin ${id} was deleted.`);
  return reply(200, { twin });
}
