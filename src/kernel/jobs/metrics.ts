import type { Gauge, Reading } from '../../std/gauge.ts';
import type { Reader } from '../db/database.ts';
import { prepared } from '../db/query.ts';
import { q } from './tables.ts';

const queued = prepared(() =>
  q
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.min('due').as('due')])
    .where('due', 'is not', null)
    .groupBy('kind'),
);
const running = prepared(() =>
  q
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('worker', 'is not', null)
    .groupBy('kind'),
);

const of = (kind: string, value: number): Reading => ({ labels: { kind }, value });

/** What waits and what runs, by kind. A job that is held until something else is there is not counted. */
export function jobFigures(db: Reader, now: () => number = Date.now): Gauge[] {
  const common = { labels: ['kind'], of: 'installation' } as const;
  return [
    {
      ...common,
      name: 'twin_jobs_queued',
      help: 'Jobs that wait for a worker.',
      read: async () => (await db.all(queued, {})).map(({ kind, count }) => of(kind, count)),
    },
    {
      ...common,
      name: 'twin_jobs_oldest_seconds',
      help: 'How long the job that waits longest has been due.',
      read: async () =>
        (await db.all(queued, {})).map(({ kind, due }) => of(kind, Math.max(0, now() - (due ?? now())) / 1000)),
    },
    {
      ...common,
      name: 'twin_jobs_running',
      help: 'Jobs at work, on all machines.',
      read: async () => (await db.all(running, {})).map(({ kind, count }) => of(kind, count)),
    },
  ];
}
