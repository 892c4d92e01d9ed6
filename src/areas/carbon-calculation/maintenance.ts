import type { Kit } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { endedBefore, jobsOfTwin, removeJobs } from './store/jobs.ts';
import { q } from './tables.ts';

const day = 86_400_000;
const keptDays = 90;
const atOnce = 100;

/** Jobs are kept for 90 days with their results. */
export const removeOldJobs = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'carbonCalculation.removeOldJobs',
  everyMs: day,
  async run(signal) {
    for (;;) {
      signal.throwIfAborted();
      const removed = await db.write(async (tx) => {
        const rows = await endedBefore(tx, now() - keptDays * day, atOnce);
        await removeJobs(tx, rows, ports);
        return rows.length;
      });
      if (removed < atOnce) return;
    }
  },
});

/** Everything that the area holds of a twin. */
export async function purgeTwin(tx: Transaction, twinId: string, { ports }: Pick<Kit, 'ports'>): Promise<void> {
  await removeJobs(tx, await jobsOfTwin(tx, twinId), ports);
  const mappings = q.selectFrom('carbon_mappings').select('id').where('twin_id', '=', twinId);
  await tx.run(q.deleteFrom('carbon_mapping_epds').where('mapping_id', 'in', mappings));
  for (const table of ['carbon_mappings', 'carbon_epds', 'carbon_configurations'] as const) {
    await tx.run(q.deleteFrom(table).where('twin_id', '=', twinId));
  }
}
