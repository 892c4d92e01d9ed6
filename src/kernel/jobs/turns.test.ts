import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eachDatabase } from '../../../test/support/databases.ts';
import type { Database } from '../db/database.ts';
import type { JobKind } from './job.ts';
import type { Jobs } from './jobs.ts';
import { jobMigrations } from './tables.ts';
import { enqueue, kindOf, testJobs, until } from './testing/support.ts';
import type { Accounts } from './turns.ts';

/** Twins are called by their account and a number, such as `A1`. */
const accounts: Accounts = { of: async (_, twinId) => twinId.charAt(0), several: async () => true };
const oneAccount: Accounts = { ...accounts, several: async () => false };

eachDatabase('seats of a kind', (open) => {
  const started: Jobs[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((jobs) => jobs.stop(0)));
  });
  const queueOf = async (work: JobKind, shared = accounts) => {
    const db = await open();
    await db.migrate(jobMigrations);
    const processes = [1, 2].map(() => testJobs(db, [work], { accounts: shared, slots: 10 }));
    started.push(...processes);
    const [jobs] = processes;
    assert.ok(jobs);
    return { db, jobs, start: () => Promise.all(processes.map((one) => one.start())) };
  };
  const add = async (db: Database, jobs: Jobs, twinId: string, count: number) => {
    for (let n = 0; n < count; n++) await enqueue(db, jobs, 'work', { twinId });
  };

  it('are dealt out by account in turn, and within an account by twin', async () => {
    const ran: (string | null)[] = [];
    const work = kindOf(
      'work',
      async ({ twinId }) => {
        ran.push(twinId);
        await sleep(3); // turns are told apart by milliseconds
      },
      { concurrency: 1 },
    );
    const { db, jobs, start } = await queueOf(work);
    await add(db, jobs, 'A1', 5);
    await add(db, jobs, 'A2', 2);
    await add(db, jobs, 'B1', 3);
    await start();
    await until('all have run', () => ran.length === 10);
    assert.deepEqual(ran, ['A1', 'B1', 'A2', 'B1', 'A1', 'B1', 'A2', 'A1', 'A1', 'A1']);
  });

  it('come to a new account after one job, though a hundred of another wait', async () => {
    const ran: (string | null)[] = [];
    let finish = () => {};
    const work = kindOf(
      'work',
      async ({ twinId }) => {
        ran.push(twinId);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
      { concurrency: 1 },
    );
    const { db, jobs, start } = await queueOf(work);
    await add(db, jobs, 'A1', 100);
    await start();
    await until('one is at work', () => ran.length === 1);
    const id = await enqueue(db, jobs, 'work', { twinId: 'B1' });
    const row = await jobs.find(db, id);
    assert.equal(row && (await jobs.queuePositions(db, [row])).get(id), 2);
    finish();
    await until('the next one is at work', () => ran.length === 2);
    assert.deepEqual(ran, ['A1', 'B1']);
    const stopped = started.splice(0).map((one) => one.stop(0));
    finish();
    await Promise.all(stopped);
  });

  it('are never all held by one account where there are several', async () => {
    const atWork: (string | null)[] = [];
    const work = kindOf(
      'work',
      ({ twinId, signal }) => {
        atWork.push(twinId);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      { concurrency: 3 },
    );
    const { db, jobs, start } = await queueOf(work);
    await add(db, jobs, 'A1', 10);
    await start();
    await until('two are at work', () => atWork.length === 2);
    await enqueue(db, jobs, 'work', { twinId: 'B1' });
    await until('a third is at work', () => atWork.length === 3);
    assert.deepEqual(atWork, ['A1', 'A1', 'B1']);
  });

  it('are all held by the only account', async () => {
    const atWork: (string | null)[] = [];
    const work = kindOf(
      'work',
      ({ twinId, signal }) => {
        atWork.push(twinId);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      { concurrency: 3 },
    );
    const { db, jobs, start } = await queueOf(work, oneAccount);
    await add(db, jobs, 'A1', 10);
    await start();
    await until('three are at work', () => atWork.length === 3);
  });
});
