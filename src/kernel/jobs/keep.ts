import type { Database } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import type { Maintenance } from './job.ts';
import { q } from './tables.ts';

const hour = 3_600_000;
const keptMs = 30 * 24 * hour;
const atOnce = 500;

const removeEnded = prepared((p: { before: number }) =>
  q.deleteFrom('jobs').where('id', 'in', q.selectFrom('jobs').select('id').where('ended', '<', p.before).limit(atOnce)),
);

/** Removes jobs 30 days after their end. */
export const removalOfOldJobs = (db: Database): Maintenance => ({
  name: 'jobs.removal',
  everyMs: hour,
  async run(signal) {
    let removed = atOnce;
    while (removed === atOnce && !signal.aborted) {
      removed = await db.write((tx) => tx.run(removeEnded, { before: Date.now() - keptMs }));
    }
  },
});
