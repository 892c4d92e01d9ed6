import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eachDatabase } from '../../../test/support/databases.ts';
import type { JobEnd } from './job.ts';
import { jobMigrations } from './tables.ts';
import { enqueue, inState, kindOf, newJob, testJobs } from './testing/support.ts';

eachDatabase('held jobs', (open) => {
  it('start when they are released, others meanwhile; they can be cancelled', async (t) => {
    const db = await open();
    await db.migrate(jobMigrations);
    const ran: unknown[] = [];
    const ends: JobEnd[] = [];
    const kind = kindOf('work', async (job) => void ran.push(job.payload));
    const jobs = testJobs(db, [{ ...kind, ended: async (_tx, _job, end) => void ends.push(end) }]);
    t.after(() => jobs.stop(0));
    await jobs.start();
    const held = (payload: string) =>
      db.write(async (tx) => {
        const id = await jobs.enqueue(tx, newJob('work', { payload }));
        await jobs.hold(tx, id, 'Waiting for more');
        return id;
      });
    const [first, second] = [await held('first'), await held('second')];
    await inState(db, jobs, await enqueue(db, jobs, 'work', { payload: 'other' }), 'Succeeded');
    const row = await jobs.find(db, first);
    assert.deepEqual([row?.state, row?.step, row?.due], ['Queued', 'Waiting for more', null]);
    assert.equal((await jobs.queuePositions(db, row ? [row] : [])).size, 0, 'it has no place in the queue');
    await db.write((tx) => jobs.cancel(tx, second));
    assert.equal((await jobs.find(db, second))?.state, 'Cancelled');
    await db.write((tx) => jobs.release(tx, second));
    await db.write((tx) => jobs.release(tx, first));
    assert.equal((await inState(db, jobs, first, 'Succeeded')).step, null);
    assert.deepEqual(ran, ['other', 'first']);
    assert.deepEqual(ends.map((end) => end.state).sort(), ['Cancelled', 'Succeeded', 'Succeeded']);
  });
});
