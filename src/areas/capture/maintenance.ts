import type { Kit } from '../../api/area.ts';
import type { Maintenance } from '../../kernel/jobs/job.ts';
import { cachesBefore, removeCaches } from './cache/store.ts';

const day = 86_400_000;
const keptDays = 30;

/** What jobs have kept for later ones goes after thirty days. */
export const removeOldCaches = ({ db, ports, now }: Kit): Maintenance => ({
  name: 'capture.removeOldCaches',
  everyMs: day,
  async run(signal) {
    for (;;) {
      signal.throwIfAborted();
      const count = await db.write(async (tx) => {
        const rows = await cachesBefore(tx, now() - keptDays * day);
        await removeCaches(tx, rows, ports.blobs);
        return rows.length;
      });
      if (count === 0) return;
    }
  },
});
