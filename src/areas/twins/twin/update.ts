import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { q, type TwinRow } from '../tables.ts';
import { numberExists } from './conflict.ts';
import { raiseTwinEvent } from './events.ts';
import type { twinUpdate } from './schema.ts';
import { columnsOf, factsOf, isNumberTaken, rowOf } from './store.ts';
import { twinDetails } from './view.ts';

export async function updateTwin(twinId: string, body: Static<typeof twinUpdate>, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await rowOf(tx, twinId);
    const changes = changed(row, columnsOf(body));
    if (changes === undefined) return row;
    if (changes.number && (await isNumberTaken(tx, factsOf(row), changes.number))) return numberExists();
    const stamp = { modified: context.now, modified_by: context.caller.userId, version: row.version + 1 };
    await tx.run(
      q
        .updateTable('twins')
        .set({ ...changes, ...stamp })
        .where('id', '=', twinId),
    );
    const updated = { ...row, ...changes, ...stamp };
    await raiseTwinEvent(context.ports.events.raise, tx, 'twins.twinUpdated.v1', updated, context.caller.userId);
    return updated;
  });
  if (isFailed(outcome)) return outcome;
  return reply(200, { twin: twinDetails(outcome, context) }, { version: outcome.version });
}

/** The columns whose value is new, or undefined when none is. */
function changed(row: TwinRow, columns: Partial<TwinRow>): Partial<TwinRow> | undefined {
  const before = new Map<string, unknown>(Object.entries(row));
  const different = Object.entries(columns).filter(([name, value]) => before.get(name) !== value);
  return different.length === 0 ? undefined : Object.fromEntries(different);
}
