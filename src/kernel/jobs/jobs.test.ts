import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eachDatabase } from '../../../test/support/databases.ts';
import { jsonOf } from '../../std/json.ts';
import { ContentLost, contentLost, Unavailable } from '../../std/unavailable.ts';
import type { Database } from '../db/database.ts';
import { JobAborted, type JobEnd, JobFailure, type JobKind, ProcessKilled } from './job.ts';
import type { Jobs, JobsOptions } from './jobs.ts';
import { linesOf } from './log-lines.ts';
import { jobMigrations, q } from './tables.ts';
import { enqueue, inState, kindOf, newJob, testJobs, until } from './testing/support.ts';

/** Work that ends with its job only. */
const endless = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const ageAll = q.updateTable('jobs').set((eb) => ({ ended: eb('ended', '-', 31 * 24 * 3_600_000) }));

eachDatabase('jobs', (open) => {
  const started: Jobs[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((jobs) => jobs.stop(0)));
  });
  const migrated = async (): Promise<Database> => {
    const db = await open();
    await db.migrate(jobMigrations);
    return db;
  };
  const start = async (db: Database, kinds: readonly JobKind[], more: Partial<JobsOptions> = {}): Promise<Jobs> => {
    const jobs = testJobs(db, kinds, more);
    started.push(jobs);
    await jobs.start();
    return jobs;
  };

  it('runs a job at once after the transaction that enqueued it, and never one that was rolled back', async () => {
    const db = await migrated();
    const ran: unknown[] = [];
    const jobs = await start(db, [kindOf('work', async (job) => void ran.push(job.payload))], { pollMs: 3_600_000 });
    await assert.rejects(
      db.write(async (tx) => {
        await jobs.enqueue(tx, newJob('work', { payload: 'no' }));
        throw new Error('no');
      }),
    );
    const id = await enqueue(db, jobs, 'work', { payload: { n: 1 } });
    const row = await inState(db, jobs, id, 'Succeeded');
    assert.deepEqual(ran, [{ n: 1 }]);
    assert.equal(row.attempt, 1);
  });

  it('runs jobs of one lane one at a time in their order, others beside them', async () => {
    const db = await migrated();
    const ran: string[] = [];
    const atWork = new Set<string>();
    const run: JobKind['run'] = async ({ payload, attempt }) => {
      const { lane, n } = payload as { lane: string; n: number };
      assert.ok(!atWork.has(lane), `two jobs of lane ${lane} at work`);
      atWork.add(lane);
      await sleep(10);
      atWork.delete(lane);
      ran.push(`${lane}${n}`);
      if (lane === 'a' && n === 1 && attempt === 1) throw new Error('once more'); // the others wait for it
      if (lane === 'b' && n === 1) throw new JobFailure('Broken', 'No.'); // they do not wait for one that failed
    };
    const kinds = [kindOf('work', run)];
    const ids: string[] = [];
    for (const lane of ['a', 'b']) {
      for (const n of [1, 2, 3]) {
        ids.push(await enqueue(db, testJobs(db, kinds), 'work', { lane, payload: { lane, n } }));
      }
    }
    const processes = await Promise.all([start(db, kinds), start(db, kinds)]);
    for (const id of ids) await inState(db, processes[0] as Jobs, id, 'Succeeded', 'Failed');
    assert.deepEqual(
      ran.filter((one) => one.startsWith('a')),
      ['a1', 'a1', 'a2', 'a3'],
    );
    assert.deepEqual(
      ran.filter((one) => one.startsWith('b')),
      ['b1', 'b2', 'b3'],
    );
  });

  it('runs in the order of time, then of enqueueing', async () => {
    const db = await migrated();
    const ran: unknown[] = [];
    const kinds = [kindOf('work', async (job) => void ran.push(job.payload))];
    const jobs = testJobs(db, kinds, { slots: 1 });
    const now = Date.now();
    await db.write(async (tx) => {
      for (const n of [1, 2, 3]) await jobs.enqueue(tx, newJob('work', { payload: n, runAt: now }));
      await jobs.enqueue(tx, newJob('work', { payload: 'later', runAt: now + 300 }));
      await jobs.enqueue(tx, newJob('work', { payload: 'earlier', runAt: now - 1000 }));
    });
    started.push(jobs);
    await jobs.start();
    await until('all have run', () => ran.length === 5);
    assert.deepEqual(ran, ['earlier', 1, 2, 3, 'later']);
    assert.ok(Date.now() >= now + 300);
  });

  it('runs jobs of idle kinds when nothing else is at work or due', async () => {
    const db = await migrated();
    const ran: unknown[] = [];
    const gate = Promise.withResolvers<void>();
    const work = kindOf('work', async (job) => {
      if (job.payload === 'long') await gate.promise;
      ran.push(job.payload);
    });
    const kinds = [kindOf('tidy', async () => void ran.push('tidy'), { idle: true }), work];
    const jobs = testJobs(db, kinds, { slots: 2 });
    const tidy = await enqueue(db, jobs, 'tidy');
    const long = await enqueue(db, jobs, 'work', { payload: 'long' });
    for (const n of [1, 2, 3]) await enqueue(db, jobs, 'work', { payload: n });
    await enqueue(db, jobs, 'work', { payload: 'tomorrow', runAt: Date.now() + 86_400_000 });
    started.push(jobs);
    await jobs.start();
    await until('the short ones have run', () => ran.length === 3);
    const last = await enqueue(db, jobs, 'work', { payload: 4 });
    await inState(db, jobs, last, 'Succeeded');
    assert.equal((await jobs.find(db, tidy))?.state, 'Queued', 'one is still at work');
    gate.resolve();
    await inState(db, jobs, long, 'Succeeded');
    await inState(db, jobs, tidy, 'Succeeded');
    assert.deepEqual(ran, [1, 2, 3, 4, 'long', 'tidy']);
  });

  it('tries again after a throw, up to the limit of its kind, then ends with a text that tells nothing inner', async () => {
    const db = await migrated();
    const attempts: number[] = [];
    const ends: JobEnd[] = [];
    const requeued: string[] = [];
    const kind = kindOf(
      'work',
      async (job) => {
        attempts.push(job.attempt);
        throw new Error('secret host 10.0.0.1');
      },
      {
        ended: async (_tx, _job, end) => void ends.push(end),
        requeued: async (_tx, { id }) => void requeued.push(id),
      },
    );
    const jobs = await start(db, [kind]);
    const row = await inState(db, jobs, await enqueue(db, jobs, 'work'), 'Failed');
    assert.deepEqual(attempts, [1, 2, 3]);
    assert.deepEqual([row.error_code, row.error_message], ['InternalServerError', 'An unexpected error happened.']);
    assert.match(row.log, /Attempt 1 of 3 failed\. The next one starts in 1 s\./);
    assert.doesNotMatch(JSON.stringify(row), /secret/);
    assert.equal(ends.length, 1);
    assert.deepEqual(requeued, [row.id, row.id], 'its API is told of every return to the queue');
  });

  it('is tried once more when a signal has ended its process, and then says so in its error and its log', async () => {
    const db = await migrated();
    const told = 'The process was ended (SIGKILL), most often because the machine had no memory left.';
    let attempts = 0;
    const kind = kindOf('work', async () => {
      attempts++;
      throw new ProcessKilled(told, 'stack of 10.0.0.1');
    });
    const jobs = await start(db, [kind]);
    const id = await enqueue(db, jobs, 'work');
    const row = await inState(db, jobs, id, 'Failed');
    assert.deepEqual([row.error_code, row.error_message, row.attempt], ['ProcessKilled', told, 2]);
    assert.equal(row.log.split(told).length - 1, 2, row.log);
    assert.doesNotMatch(JSON.stringify(row), /10\.0\.0\.1/);
    await db.write((tx) => jobs.retry(tx, id));
    await inState(db, jobs, id, 'Failed');
    assert.equal(attempts, 3, 'somebody who tries again has at least one attempt');
  });

  it('ends at once with the code and text of a JobFailure, together with the resource of its API', async () => {
    const db = await migrated();
    const fail = async () => {
      throw new JobFailure('NoSuchFile', 'The file is gone.');
    };
    const jobs: Jobs = await start(db, [
      kindOf('work', fail, { ended: async (tx) => void (await jobs.enqueue(tx, newJob('after'))) }),
      kindOf('after', async () => {}),
    ]);
    const row = await inState(db, jobs, await enqueue(db, jobs, 'work'), 'Failed');
    assert.deepEqual([row.attempt, row.error_code, row.error_message], [1, 'NoSuchFile', 'The file is gone.']);
    assert.equal((await jobs.list(db, { kinds: ['after'], limit: 5 })).length, 1);
  });

  it('waits for what is away or full without using up an attempt, and says so', async () => {
    const db = await migrated();
    const faults = [
      new Unavailable('file store', 'ECONNREFUSED'),
      Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
    ];
    let runs = 0;
    const run = async () => {
      const fault = faults[runs++];
      if (fault) throw fault;
    };
    const jobs = await start(db, [kindOf('work', run, { maxAttempts: 1 })]);
    const id = await enqueue(db, jobs, 'work');
    const told = ['The file store cannot be used now.', 'The disk is full.'];
    for (let nth = 1; nth <= faults.length; nth++) {
      await until('it waits again', async () => runs === nth && (await jobs.find(db, id))?.state === 'Queued');
      assert.equal((await jobs.find(db, id))?.step, told[nth - 1]);
      await db.write((tx) => tx.run(q.updateTable('jobs').set({ due: 1 })));
    }
    const row = await inState(db, jobs, id, 'Succeeded');
    assert.equal(row.attempt, 1);
    assert.match(row.log, /The file store cannot be used now\. The job starts again in 2 s\./);
    assert.match(row.log, /The disk is full\. The job starts again in 4 s\./);
  });

  it('ends at once with a clear code where stored content is lost', async () => {
    const db = await migrated();
    const run = async () => {
      throw new ContentLost('Object a1 is missing.');
    };
    const jobs = await start(db, [kindOf('work', run)]);
    const row = await inState(db, jobs, await enqueue(db, jobs, 'work'), 'Failed');
    assert.deepEqual([row.attempt, row.error_code, row.error_message], [1, contentLost.code, contentLost.message]);
  });

  it('cancels a waiting job at once and a running one here and in another process', async () => {
    const db = await migrated();
    const ends: string[] = [];
    const kind = kindOf(
      'work',
      async ({ signal }) => {
        await endless(signal);
      },
      { ended: async (_tx, _job, end) => void ends.push(end.state) },
    );
    const elsewhere = await start(db, [kind], { slots: 2 });
    const here = testJobs(db, [kind]);
    const waiting = await enqueue(db, elsewhere, 'work', { runAt: Date.now() + 60_000 });
    assert.equal(await db.write((tx) => here.cancel(tx, waiting)), 'cancelled');
    for (const by of [elsewhere, here]) {
      const id = await enqueue(db, elsewhere, 'work');
      await inState(db, here, id, 'Running');
      assert.equal(await db.write((tx) => by.cancel(tx, id)), 'cancelling');
      const row = await inState(db, here, id, 'Cancelled');
      assert.equal(row.error_code, null);
      assert.equal(await db.write((tx) => here.cancel(tx, id)), 'ended');
    }
    assert.deepEqual(ends, ['Cancelled', 'Cancelled', 'Cancelled']);
  });

  it('lets nothing be published after a cancellation, even by work that does not look at its signal', async () => {
    const db = await migrated();
    let refused: unknown;
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const kind = kindOf('work', async (job) => {
      reached.resolve();
      await goOn.promise;
      await job
        .write(async () => {})
        .catch((error: unknown) => {
          refused = error;
          throw error;
        });
    });
    const jobs = await start(db, [kind]);
    const id = await enqueue(db, jobs, 'work');
    await reached.promise;
    await db.write((tx) => jobs.cancel(tx, id));
    goOn.resolve();
    await inState(db, jobs, id, 'Cancelled');
    assert.ok(refused instanceof JobAborted && refused.why === 'cancelled');
  });

  it('shows what it wrote together with what it said before, not earlier', async () => {
    const db = await migrated();
    const seen: string[] = [];
    const kind = kindOf('work', async (job) => {
      const writes = [1, 2, 3].map((n) => {
        job.log(`before write ${n}`);
        job.progress({ done: n });
        return job.write(async (tx) => {
          const row = await jobs.find(tx, job.id);
          seen.push(`${n}: ${row?.done}, ${linesOf(row?.log ?? jsonOf([])).join(', ')}`);
        });
      });
      await Promise.all(writes);
      job.log('before the failure');
      const failure = job.write(async () => {
        throw new Error('taken back');
      });
      await assert.rejects(failure, /taken back/);
    });
    const jobs = await start(db, [kind], { progressMs: 3_600_000 });
    const row = await inState(db, jobs, await enqueue(db, jobs, 'work'), 'Succeeded');
    const lines = 'before write 1, before write 2, before write 3';
    assert.deepEqual(seen, ['1: 1, before write 1', `2: 3, ${lines}`, `3: 3, ${lines}`]);
    assert.equal(linesOf(row.log).at(-1), 'before the failure');
  });

  it('puts a failed or cancelled job back by hand, with an attempt left', async () => {
    const db = await migrated();
    let fails = true;
    const back: string[] = [];
    const kind = kindOf(
      'work',
      async () => {
        if (fails) throw new JobFailure('No', 'No.');
      },
      { maxAttempts: 1, retried: async (_tx, job) => void back.push(job.id) },
    );
    const jobs = await start(db, [kind]);
    const id = await enqueue(db, jobs, 'work');
    await inState(db, jobs, id, 'Failed');
    fails = false;
    assert.equal(await db.write((tx) => jobs.retry(tx, id)), true);
    const row = await inState(db, jobs, id, 'Succeeded');
    assert.deepEqual([row.attempt, row.max_attempts, row.error_code, back[0]], [2, 2, null, id]);
    assert.equal(await db.write((tx) => jobs.retry(tx, id)), false);
  });

  it('cancels all open jobs of a twin that goes away', async () => {
    const db = await migrated();
    const twinId = 'ce40a55a-6954-4de3-85c7-f796c3e423d9';
    const kind = kindOf('work', ({ signal }) => endless(signal), { cancellable: false });
    const jobs = await start(db, [kind]);
    const ids = [await enqueue(db, jobs, 'work', { twinId }), await enqueue(db, jobs, 'work', { twinId })];
    const other = await enqueue(db, jobs, 'work');
    await inState(db, jobs, other, 'Running');
    await db.write((tx) => jobs.cancelInTwin(tx, twinId));
    for (const id of ids) await inState(db, jobs, id, 'Cancelled');
    assert.equal((await jobs.find(db, other))?.state, 'Running');
  });

  it('gives running jobs back at a stop, without using up an attempt', async () => {
    const db = await migrated();
    const requeued: string[] = [];
    const kind = kindOf('work', ({ signal }) => endless(signal), {
      maxAttempts: 1,
      requeued: async (_tx, job) => void requeued.push(job.id),
    });
    const first = await start(db, [kind]);
    const id = await enqueue(db, first, 'work');
    await inState(db, first, id, 'Running');
    await first.stop(50);
    const row = await first.find(db, id);
    assert.deepEqual([row?.state, row?.attempt, row?.worker], ['Queued', 0, null]);
    assert.deepEqual(requeued, [id]);
    const second = await start(db, [kindOf('work', async () => {}, { maxAttempts: 1 })]);
    assert.equal((await inState(db, second, id, 'Succeeded')).attempt, 1);
  });

  it('lets running jobs finish at a stop when they do within the limit', async () => {
    const db = await migrated();
    const goOn = Promise.withResolvers<void>();
    const jobs = await start(db, [kindOf('work', () => goOn.promise)]);
    const id = await enqueue(db, jobs, 'work');
    await inState(db, jobs, id, 'Running');
    const stopped = jobs.stop(60_000);
    goOn.resolve();
    await stopped;
    assert.equal((await jobs.find(db, id))?.state, 'Succeeded');
  });

  it('tells places in the queue, per kind, and pages through the list, newest first', async () => {
    const db = await migrated();
    const jobs = testJobs(db, [
      kindOf('a', async () => {}),
      kindOf('b', async () => {}),
      { ...kindOf('c', async () => {}), internal: true },
    ]);
    const ids: string[] = [];
    for (const kind of ['a', 'b', 'a', 'c', 'a']) ids.push(await enqueue(db, jobs, kind));
    const first = await jobs.list(db, { limit: 3 });
    const last = first[2];
    assert.ok(last);
    const rest = await jobs.list(db, { limit: 3, after: last });
    assert.deepEqual(
      [...first, ...rest].map((row) => row.id),
      [ids[4], ids[2], ids[1], ids[0]],
    );
    const places = await jobs.queuePositions(db, first);
    assert.deepEqual([places.get(ids[4] ?? ''), places.get(ids[2] ?? ''), places.get(ids[1] ?? '')], [3, 2, 1]);
    assert.equal((await jobs.list(db, { limit: 9, states: ['Running'] })).length, 0);
    assert.equal((await jobs.list(db, { limit: 9, kinds: ['b'] })).length, 1);
  });

  it('removes jobs 30 days after their end', async () => {
    const db = await migrated();
    const jobs = await start(db, [kindOf('work', async () => {})]);
    const id = await enqueue(db, jobs, 'work');
    await inState(db, jobs, id, 'Succeeded');
    const { signal } = new AbortController();
    await jobs.maintenance.run(signal);
    assert.ok(await jobs.find(db, id));
    await db.write((tx) => tx.run(ageAll));
    await jobs.maintenance.run(signal);
    assert.equal(await jobs.find(db, id), undefined);
  });
});
