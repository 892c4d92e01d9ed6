import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chanceOf, seedOf } from '../../../../test/support/chance.ts';
import { openDatabase } from '../../db/open.ts';
import { prepared, tables } from '../../db/query.ts';
import { kindOf, testJobs } from './support.ts';

/*
 * A worker process for the tests, to be killed at any moment: `node worker-process.ts <databaseUrl or -> <folder>
 * <place>`. Its jobs of kind "steps" count to their payload in the table `counters`, one transaction a step, and hold
 * a lock file as long as they run, so that two runners of one job at the same time are seen whatever the database says.
 */
const [databaseUrl = '-', folder = '.', place = 'here'] = process.argv.slice(2);

const q = tables<{ counters: { job: string; steps: number; ended: number } }>();
const counter = prepared((p: { job: string }) => q.selectFrom('counters').selectAll().where('job', '=', p.job));
const count = prepared((p: { job: string }) =>
  q
    .updateTable('counters')
    .set((eb) => ({ steps: eb('steps', '+', 1) }))
    .where('job', '=', p.job),
);

const { between } = chanceOf(seedOf(`worker at ${place}`));
const db = await openDatabase(databaseUrl === '-' ? undefined : databaseUrl, folder);
const steps = kindOf(
  'steps',
  async (job) => {
    const lock = lockFile(job.id);
    try {
      for (;;) {
        const done = await job.write(async (tx) => {
          const row = await tx.first(counter, { job: job.id });
          if (row === undefined || row.steps >= (job.payload as number)) return true;
          await tx.run(count, { job: job.id });
          return false;
        });
        if (done) return;
        job.progress({ step: 'Counting' });
        await sleep(between(5, 15), undefined, { signal: job.signal });
      }
    } finally {
      unlinkSync(lock);
    }
  },
  {
    maxAttempts: 1,
    ended: async (tx, job) => {
      await tx.run(
        q
          .updateTable('counters')
          .set((eb) => ({ ended: eb('ended', '+', 1) }))
          .where('job', '=', job.id),
      );
    },
  },
);

/** Takes the job's lock file. One that a living process holds is the fault this looks for. */
function lockFile(jobId: string): string {
  const path = join(folder, `${jobId}.lock`);
  const holder = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  if (holder !== undefined && isAlive(holder)) throw fault(`${jobId} runs in ${holder} and ${process.pid}`);
  writeFileSync(path, String(process.pid));
  return path;
}

function isAlive(pid: string): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

function fault(text: string): Error {
  writeFileSync(join(folder, `${process.pid}.fault`), text);
  return new Error(text);
}

process.on('uncaughtException', (error) => {
  fault(String(error.stack));
  process.exit(1);
});
process.on('disconnect', () => process.exit(0));

const jobs = testJobs(db, [steps], { place, slots: 4, leaseMs: 8000 });
await jobs.start();
process.send?.('ready');
