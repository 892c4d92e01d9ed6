import type { Kit } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { deleteDefinitionRows, sharedInto } from './definition/store.ts';
import { purgeFormsOfTwin, purgeSomeDeleted } from './form/purge.ts';
import { type DefinitionRow, q } from './tables.ts';

const day = 86_400_000;
const keptDeleted = 60 * day;

/** Removes deleted forms for good, some at a time. */
export const purgeDeleted = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'forms.purge',
  everyMs: day,
  async run(signal) {
    for (let more = true; more; ) {
      signal.throwIfAborted();
      more = await db.write((tx) => purgeSomeDeleted(tx, now() - keptDeleted, ports));
    }
  },
});

/** Removes everything of a twin, but for definitions that other twins use: these pass on. */
export async function purgeTwin(tx: Transaction, twinId: string, { ports }: Kit): Promise<void> {
  await purgeFormsOfTwin(tx, twinId, ports);
  const definitions = q.selectFrom('form_definitions').selectAll().where('twin_id', '=', twinId);
  for (const row of await tx.all(definitions)) await passOn(tx, row, ports);
  await tx.run(q.deleteFrom('form_definition_shares').where('twin_id', '=', twinId));
  for (const table of ['form_list_groups', 'form_workflows', 'form_counters'] as const) {
    await tx.run(q.deleteFrom(table).where('twin_id', '=', twinId));
  }
}

/** A definition goes to the twin that shares it longest; without one it goes for good. */
async function passOn(tx: Transaction, { id }: DefinitionRow, { blobs }: Kit['ports']): Promise<void> {
  const [heir] = await sharedInto(tx, id);
  if (heir === undefined) return void (await blobs.remove(tx, await deleteDefinitionRows(tx, id)));
  const share = q.deleteFrom('form_definition_shares').where('definition_id', '=', id);
  await tx.run(share.where('twin_id', '=', heir));
  await tx.run(q.updateTable('form_definitions').set({ twin_id: heir }).where('id', '=', id));
}
