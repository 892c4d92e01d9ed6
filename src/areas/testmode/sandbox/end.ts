import type { Kit } from '../../../api/area.ts';
import type { Context } from '../../../api/http/context.ts';
import { noContent } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { TwinAsking } from '../../../api/ports/twins.ts';
import { theSystem } from '../../../kernel/audit.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { Maintenance } from '../../../kernel/jobs/job.ts';
import { nilUuid } from '../../../std/ids.ts';
import { sandboxNotFound } from '../errors.ts';
import { q } from '../tables.ts';
import type { FoundSandbox } from './access.ts';
import { recordSandbox } from './create.ts';
import { findSandbox } from './store.ts';

const second = 1000;
/** So that work that was under way has stopped before its twin goes. */
const restMs = 10 * second;

/** Ends a sandbox at once, for every API; what it holds goes a little later. */
export async function deleteSandbox({ resource, access }: FoundSandbox, context: Context) {
  const outcome = await context.write(async (tx) => {
    if ((await findSandbox(tx, resource.id)) === undefined) return fail(sandboxNotFound);
    await endWithTwins(tx, access.twin, context);
    return resource.id;
  });
  return isFailed(outcome) ? outcome : noContent;
}

type Named = Parameters<typeof recordSandbox>[2];
type Ending = Pick<TwinAsking, 'by' | 'now'> & { readonly ports: Pick<Ports, 'audit' | 'twins'> };

async function endWithTwins(tx: Transaction, twin: Named, ending: Ending): Promise<void> {
  const { by, now, ports } = ending;
  await ports.twins.sandboxes.end(tx, twin.id, { userId: by.userId ?? nilUuid, now });
  await endSandbox(tx, twin, ending);
}

/** Notes that the top twin of a sandbox was deleted. */
export async function endSandbox(tx: Transaction, twin: Named, { by, now, ports }: Omit<Ending, 'ports'> & Audited) {
  const ended = q.updateTable('test_sandboxes').set({ ended: now }).where('id', '=', twin.id);
  if ((await tx.run(ended.where('ended', 'is', null))) > 0) {
    await recordSandbox(tx, 'sandbox.deleted', twin, { by, ports });
  }
}

interface Audited {
  readonly ports: Pick<Ports, 'audit'>;
}

/** Ends sandboxes whose time is over, and removes what ended ones hold. */
export const removeSandboxes = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'testmode.sandboxes',
  everyMs: 30 * second,
  async run(signal) {
    const due = q.selectFrom('test_sandboxes').selectAll().where('ends', '<=', now()).where('ended', 'is', null);
    for (const { id } of await db.all(due)) {
      signal.throwIfAborted();
      await db.write(async (tx) => {
        const twin = await ports.twins.find(tx, id);
        if (twin && (await findSandbox(tx, id))) await endWithTwins(tx, twin, { by: theSystem, now: now(), ports });
      });
    }
    const ended = q
      .selectFrom('test_sandboxes')
      .select('id')
      .where('ended', '<=', now() - restMs);
    for (const { id } of await db.all(ended)) {
      for (const twinId of await ports.twins.sandboxes.ids(db, id)) {
        signal.throwIfAborted();
        await db.write((tx) => ports.listeners.twins.purged(tx, twinId));
      }
      await db.write(async (tx) => {
        await tx.run(q.deleteFrom('test_mails').where('sandbox_id', '=', id));
        await tx.run(q.deleteFrom('test_sandboxes').where('id', '=', id));
      });
    }
  },
});
