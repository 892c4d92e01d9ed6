import { randomUUID } from 'node:crypto';
import { type JobRow, q } from '../../src/kernel/jobs/tables.ts';
import { jsonOf } from '../../src/std/json.ts';
import type { Platform } from './platform.ts';

/** The worker on another machine that has taken the seats. */
const elsewhere = 'elsewhere';

const atWork = (kind: string): JobRow => ({
  id: randomUUID(),
  kind,
  internal: 1,
  twin_id: null,
  account: null,
  title: 'Elsewhere',
  created_by: randomUUID(),
  payload: jsonOf<unknown>(null),
  resource: null,
  lane: null,
  state: 'Running',
  position: 0,
  due: null,
  worker: elsewhere,
  fence: 1,
  attempt: 1,
  max_attempts: 1,
  losses: 0,
  killed: 0,
  cancelling: 0,
  step: null,
  done: 0,
  total: null,
  unit: null,
  message: null,
  log: jsonOf<string>([]),
  error_code: null,
  error_message: null,
  created: 0,
  started: 0,
  claimed: 0,
  ended: null,
  version: 1,
});

/**
 * Gives all seats of a kind of heavy work to jobs of another machine, so that new ones wait in the queue: nothing that a
 * test sees of them depends on how fast they are. Answers how to free the seats.
 */
export async function takeSeats({ app }: Pick<Platform, 'app'>, kind: string): Promise<() => Promise<void>> {
  const rows = Array.from({ length: app.ports.settings.engineJobs }, () => atWork(kind));
  await app.db.write((tx) => tx.run(q.insertInto('jobs').values(rows)));
  const ids = rows.map(({ id }) => id);
  return async () => {
    await app.db.write((tx) => tx.run(q.deleteFrom('jobs').where('id', 'in', ids)));
  };
}

const openJobs = q.selectFrom('jobs').selectAll().where('ended', 'is', null);

/** The kinds of the jobs that are at work, or will be as soon as the worker has looked: seats and lanes let them. */
export async function activeKinds({ db }: Platform['app']): Promise<string[]> {
  const jobs = await db.all(openJobs);
  const full = jobs.filter(({ worker }) => worker === elsewhere).map(({ kind }) => kind);
  const isBehind = ({ lane, position }: JobRow) =>
    jobs.some((other) => lane !== null && other.lane === lane && other.position < position);
  const active = jobs.filter(
    (job) => job.worker !== null || (job.due !== null && job.due <= Date.now() && !isBehind(job)),
  );
  return active.map(({ kind }) => kind).filter((kind) => !full.includes(kind));
}
