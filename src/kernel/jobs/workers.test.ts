import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf, seedOf, sized } from '../../../test/support/chance.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import { startPostgres } from '../../../test/support/postgres.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { tables } from '../db/query.ts';
import { JobAborted, type JobKind, type RunningJob } from './job.ts';
import type { Jobs, JobsOptions } from './jobs.ts';
import { jobMigrations, q } from './tables.ts';
import { enqueue, inState, kindOf, newJob, testJobs, until } from './testing/support.ts';

eachDatabase('several workers', (open) => {
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

  it('run each of many jobs exactly once', async () => {
    const db = await migrated();
    const ran = new Map<string, number>();
    const kind = kindOf('work', async (job) => {
      ran.set(job.id, (ran.get(job.id) ?? 0) + 1);
    });
    const workers = await Promise.all([1, 2, 3, 4].map((n) => start(db, [kind], { place: `machine ${n}` })));
    const ids = await db.write(async (tx) => {
      const made: string[] = [];
      for (let n = 0; n < 200; n++) made.push(await (workers[n % 4] as Jobs).enqueue(tx, newJob('work')));
      return made;
    });
    await until('all have ended', async () => {
      const ended = await db.all(q.selectFrom('jobs').select('id').where('state', '=', 'Succeeded'));
      return ended.length === 200;
    });
    assert.deepEqual([...ran.keys()].sort(), [...ids].sort());
    assert.deepEqual([...new Set(ran.values())], [1]);
  });

  it('keep to the concurrency of a kind together, and pass over it for others', async () => {
    const db = await migrated();
    const goOn = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const heavy = kindOf(
      'heavy',
      async () => {
        most = Math.max(most, ++running);
        await goOn.promise;
        running--;
      },
      { concurrency: 2 },
    );
    const light = kindOf('light', async () => {});
    const workers = await Promise.all([1, 2, 3].map(() => start(db, [heavy, light])));
    const [first] = workers;
    assert.ok(first);
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => enqueue(db, workers[n % 3] ?? first, 'heavy')));
    await until('two are at work', () => running === 2);
    const other = await enqueue(db, first, 'light');
    await inState(db, first, other, 'Succeeded');
    const waiting = await first.list(db, { limit: 100, states: ['Queued'], kinds: ['heavy'] });
    assert.equal(waiting.length, 10, 'the light job did not wait for the heavy ones');
    goOn.resolve();
    await Promise.all(ids.map((id) => inState(db, first, id, 'Succeeded')));
    assert.equal(most, 2);
  });

  it('fence off one that lost its lease: it can neither write nor end the job', async () => {
    const db = await migrated();
    const attempts: RunningJob<unknown>[] = [];
    const holds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const kind = kindOf('work', async (job) => {
      await holds[attempts.push(job) - 1]?.promise;
    });
    const slow = await start(db, [kind], { place: 'far away', pollMs: 600_000 });
    const id = await enqueue(db, slow, 'work');
    await until('it runs', () => attempts.length === 1);
    await db.write((tx) => tx.run(q.updateTable('job_workers').set({ expires: 1 })));
    await start(db, [kind], { place: 'here' });
    await until('the other runs it', () => attempts.length === 2);
    const lost = await attempts[0]?.write(async () => {}).catch((error: unknown) => error);
    assert.ok(lost instanceof JobAborted && lost.why === 'lost');
    assert.equal(attempts[0]?.signal.aborted, true);
    holds[0]?.resolve();
    await slow.stop(60_000); // once it has stopped, it has done what it would with the job that it lost
    assert.equal((await slow.find(db, id))?.state, 'Running');
    await attempts[1]?.write(async () => {});
    holds[1]?.resolve();
    const row = await inState(db, slow, id, 'Succeeded');
    assert.equal(row.attempt, 1);
    assert.match(row.log, /The server stopped\. The job starts again\./);
  });

  it('tell one that its lease is gone, within a heartbeat', async () => {
    const db = await migrated();
    const aborted = Promise.withResolvers<unknown>();
    const kind = kindOf('work', async ({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason));
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const jobs = await start(db, [kind], { leaseMs: 200 });
    await inState(db, jobs, await enqueue(db, jobs, 'work'), 'Running');
    await db.write((tx) => tx.run(q.deleteFrom('job_workers')));
    const reason = await aborted.promise;
    assert.ok(reason instanceof JobAborted && reason.why === 'lost');
  });

  it('cost next to nothing while idle', async () => {
    const db = await migrated();
    let reads = 0;
    let writes = 0;
    const counted: Database = {
      ...db,
      all: (...query: [never]) => {
        reads++;
        return db.all(...query) as never;
      },
      first: (...query: [never]) => {
        reads++;
        return db.first(...query) as never;
      },
      write(work) {
        writes++;
        return db.write(work);
      },
    };
    await start(counted, [kindOf('work', async () => {})], { pollMs: 100, leaseMs: 2000 });
    [reads, writes] = [0, 0];
    const began = performance.now();
    await sleep(1000);
    const polls = (performance.now() - began) / 100;
    assert.ok(reads <= polls + 3, `${reads} reads in ${polls} polls`);
    assert.equal(writes, 0);
  });
});

describe('worker processes killed with SIGKILL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-workers-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('lose no job and never run one twice at a time, on SQLite', () => killRounds('-', folder));

  it('lose no job and never run one twice at a time, on PostgreSQL', async () => {
    const server = await startPostgres();
    try {
      await killRounds(await server.createDatabase(), folder);
    } finally {
      await server.stop();
    }
  });
});

const jobsInRounds = 40;
const rounds = sized(4, 8);
const steps = 40;

async function killRounds(databaseUrl: string, folder: string): Promise<void> {
  const db = await openDatabase(databaseUrl === '-' ? undefined : databaseUrl, folder);
  await db.migrate([
    ...jobMigrations,
    {
      id: 'test-1',
      statements: ['CREATE TABLE counters (job {text} PRIMARY KEY, steps integer NOT NULL, ended integer NOT NULL)'],
    },
  ]);
  const counters = tables<{ counters: { job: string; steps: number; ended: number } }>();
  const jobs = testJobs(db, [kindOf('steps', async () => {}, { maxAttempts: 1 })]);
  await db.write(async (tx) => {
    for (let n = 0; n < jobsInRounds; n++) {
      const job = await jobs.enqueue(tx, newJob('steps', { payload: steps }));
      await tx.run(counters.insertInto('counters').values({ job, steps: 0, ended: 0 }));
    }
  });
  const places = ['one machine', 'one machine', 'another machine'];
  const children = await Promise.all(places.map((place) => startWorker(databaseUrl, folder, place)));
  try {
    const { between } = chanceOf(seedOf('workers that are killed'));
    for (let round = 0; round < rounds; round++) {
      const victim = round % places.length;
      await until('it is at work, or all is done', async () => {
        const open = await jobs.list(db, { limit: 1, states: ['Queued', 'Running'] });
        return open.length === 0 || holdsLock(folder, children[victim]?.pid);
      });
      await sleep(between(0, 100));
      await kill(children[victim]);
      children[victim] = await startWorker(databaseUrl, folder, places[victim] ?? '');
    }
    await until(
      'all have ended',
      async () => (await jobs.list(db, { limit: 100, states: ['Succeeded'] })).length === jobsInRounds,
    );
  } finally {
    await Promise.all(children.map(kill));
  }
  const faults = readdirSync(folder).filter((file) => file.endsWith('.fault'));
  assert.deepEqual(
    faults.map((file) => readFileSync(join(folder, file), 'utf8')),
    [],
  );
  const ended = await jobs.list(db, { limit: 100 });
  assert.deepEqual([...new Set(ended.map((row) => row.attempt))], [1]);
  assert.ok(
    ended.some((row) => row.log.includes('The server stopped.')),
    'no job was interrupted',
  );
  for (const row of await db.all(counters.selectFrom('counters').selectAll())) {
    assert.deepEqual([row.steps, row.ended], [steps, 1]);
  }
  await db.close();
}

/** Whether a worker is in the middle of a job: the lock files hold the pids of those that are. */
const holdsLock = (folder: string, pid: number | undefined): boolean =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.lock'))
    .some((name) => textOf(join(folder, name)) === String(pid));

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // its job ended in between
  }
}

async function startWorker(databaseUrl: string, folder: string, place: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'testing/worker-process.ts'), [databaseUrl, folder, place]);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
