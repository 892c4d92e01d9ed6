import type { Kit } from '../../api/area.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { blobsOf, removeVersion, waitingSince } from './detector/store.ts';

const day = 86_400_000;
const keptDays = 7;

/** Versions whose package has not come within a week go away. */
export const removeAwaiting = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'realityAnalysis.removeAwaiting',
  everyMs: day,
  async run(signal) {
    for (;;) {
      signal.throwIfAborted();
      const count = await db.write(async (tx) => {
        const rows = await waitingSince(tx, now() - keptDays * day);
        for (const row of rows) await removeVersion(tx, row.id);
        await ports.blobs.remove(tx, blobsOf(rows));
        return rows.length;
      });
      if (count === 0) return;
    }
  },
});
