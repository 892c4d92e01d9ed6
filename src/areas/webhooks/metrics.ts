import type { Reader } from '../../kernel/db/database.ts';
import { prepared } from '../../kernel/db/query.ts';
import type { Gauge } from '../../std/gauge.ts';
import { q } from './tables.ts';

const pending = prepared(() =>
  q
    .selectFrom('webhook_deliveries')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('enqueued').as('oldest')])
    .where('due', 'is not', null),
);

/** The outbox: events that were not delivered yet. */
export const deliveryFigures = (db: Reader, now: () => number): Gauge[] => [
  {
    name: 'twin_deliveries_pending',
    help: 'Events that wait for their delivery to a webhook, or for another attempt.',
    of: 'installation',
    read: async () => (await db.all(pending, {})).map(({ count }) => ({ value: count })),
  },
  {
    name: 'twin_deliveries_oldest_seconds',
    help: 'How long ago the oldest of them was raised.',
    of: 'installation',
    read: async () =>
      (await db.all(pending, {})).map(({ oldest }) => ({
        value: oldest === null ? 0 : Math.max(0, now() - oldest) / 1000,
      })),
  },
];
