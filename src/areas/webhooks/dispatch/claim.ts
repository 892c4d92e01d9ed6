import type { Database, Reader } from '../../../kernel/db/database.ts';
import { prepared } from '../../../kernel/db/query.ts';
import { type DeliveryRow, q } from '../tables.ts';

export interface FlightLimits {
  readonly perWebhook: number;
  readonly together: number;
  /** Time after which an attempt counts as lost with its process, in milliseconds. */
  readonly lostAfterMs: number;
}

const nextDue = prepared(() =>
  q.selectFrom('webhook_deliveries').select('due').where('due', 'is not', null).orderBy('due').limit(1),
);
const inFlight = prepared((p: { now: number }) =>
  q
    .selectFrom('webhook_deliveries')
    .select((eb) => ['webhook_id', eb.fn.countAll<number>().as('count')])
    .where('taken_until', '>', p.now)
    .groupBy('webhook_id'),
);

/** When the next delivery is due, in milliseconds since 1970. One index look-up. */
export const timeOfNextDelivery = async (db: Reader): Promise<number | undefined> =>
  (await db.first(nextDue, {}))?.due ?? undefined;

/**
 * Takes due deliveries, oldest first, as far as the limits over all processes allow; undefined when there are none to
 * be had. A taken delivery becomes due again by itself if its process dies.
 */
export async function claimDeliveries(db: Database, limits: FlightLimits): Promise<DeliveryRow[] | undefined> {
  const wanted = await candidates(db, limits);
  if (wanted.length === 0) return undefined;
  return db.write(async (tx) => {
    const now = Date.now();
    const ids = (await freeSeats(tx, limits, now)).of(wanted);
    if (ids.length === 0) return [];
    const until = now + limits.lostAfterMs;
    return tx.all(
      q
        .updateTable('webhook_deliveries')
        .set({ due: until, taken_until: until })
        .where('message_id', 'in', ids)
        .where('due', '<=', now)
        .returningAll(),
    );
  });
}

interface Candidate {
  readonly message_id: string;
  readonly webhook_id: string;
}

async function candidates(db: Reader, limits: FlightLimits): Promise<Candidate[]> {
  const now = Date.now();
  const seats = await freeSeats(db, limits, now);
  if (seats.free <= 0) return [];
  let query = q
    .selectFrom('webhook_deliveries')
    .select(['message_id', 'webhook_id'])
    .where('due', '<=', now)
    .orderBy('due')
    .orderBy('position')
    .limit(seats.free);
  if (seats.full.length > 0) query = query.where('webhook_id', 'not in', seats.full);
  return db.all(query);
}

/** The places for further attempts, over all processes. */
async function freeSeats(db: Reader, limits: FlightLimits, now: number) {
  const flying = new Map((await db.all(inFlight, { now })).map((row) => [row.webhook_id, row.count]));
  const total = [...flying.values()].reduce((sum, count) => sum + count, 0);
  return {
    free: limits.together - total,
    full: [...flying].filter(([, count]) => count >= limits.perWebhook).map(([id]) => id),
    /** Of these, the ids that find a place. */
    of(wanted: readonly Candidate[]): string[] {
      const taken = new Map(flying);
      return wanted
        .filter(({ webhook_id }) => {
          const count = (taken.get(webhook_id) ?? 0) + 1;
          taken.set(webhook_id, count);
          return count <= limits.perWebhook;
        })
        .slice(0, Math.max(0, limits.together - total))
        .map(({ message_id }) => message_id);
    },
  };
}
