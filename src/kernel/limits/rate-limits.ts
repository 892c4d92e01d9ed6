import type { Database, Migration } from '../db/database.ts';
import { prepared, tables } from '../db/query.ts';

/** Requests allowed per window; 0 means no limit. */
export interface WindowLimits {
  readonly perMinute: number;
  readonly perHour: number;
}

export interface RateLimiter {
  /** Counts one request of an application; answers the seconds to wait when it is over its limit. */
  take(clientId: string, tier: string, now: number): number | undefined;
  /** Counts a refused credential of an address (120 a minute); answers the seconds to wait when over. */
  takeRefusal(address: string, now: number): number | undefined;
  /** Shares the counts with the other processes on the same database. */
  share(now: number): Promise<void>;
}

interface RateTables {
  rate_windows: { client: string; span: number; started: number; used: number };
}

const q = tables<RateTables>();
const minute = 60_000;
const hour = 60 * minute;
const refusalsPerMinute = 120;
const clientsKept = 10_000;

export const rateLimitMigrations: Migration[] = [
  {
    id: 'limits-1',
    statements: [
      'CREATE TABLE rate_windows (client {text} NOT NULL, span bigint NOT NULL, started bigint NOT NULL, used bigint NOT NULL, PRIMARY KEY (client, span))',
    ],
  },
];

/** A fixed window that starts at its first request. `used` counts everybody's requests, `own` those not yet shared. */
interface Window {
  started: number;
  used: number;
  own: number;
}

const windowOf = prepared((p: { client: string; span: number }) =>
  q.selectFrom('rate_windows').selectAll().where('client', '=', p.client).where('span', '=', p.span),
);

/** Fixed minute and hour windows per application, counted in memory and shared through the database. */
export function openRateLimiter(db: Database, limits: Readonly<Record<string, WindowLimits>> | 'off'): RateLimiter {
  const windows = new Map<string, Window>();
  const refusals = new Map<string, Window>();

  const take = (all: Map<string, Window>, key: string, span: number, most: number, now: number) => {
    let window = all.get(key);
    if (window === undefined || now >= window.started + span) {
      if (all.size >= clientsKept) all.clear();
      window = { started: now, used: 0, own: 0 };
      all.set(key, window);
    }
    window.used++;
    window.own++;
    if (window.used <= most) return undefined;
    return Math.max(1, Math.ceil((window.started + span - now) / 1000));
  };

  return {
    take(clientId, tier, now) {
      const limit = limits === 'off' ? undefined : limits[tier];
      if (limit === undefined) return undefined;
      const overHour = limit.perHour > 0 ? take(windows, `${hour} ${clientId}`, hour, limit.perHour, now) : undefined;
      if (overHour !== undefined) return overHour;
      return limit.perMinute > 0 ? take(windows, `${minute} ${clientId}`, minute, limit.perMinute, now) : undefined;
    },
    takeRefusal: (address, now) =>
      limits === 'off' ? undefined : take(refusals, address, minute, refusalsPerMinute, now),
    async share(now) {
      const changed = [...windows].filter(([, window]) => window.own > 0);
      if (changed.length === 0) return;
      await db.write(async (tx) => {
        for (const [key, window] of changed) {
          const [spanText = '', client = ''] = key.split(' ', 2);
          const span = Number(spanText);
          const stored = await tx.first(windowOf, { client, span });
          const running = stored !== undefined && now < stored.started + span;
          const started = running ? stored.started : window.started;
          const used = (running ? stored.used : 0) + window.own;
          await tx.run(
            q
              .insertInto('rate_windows')
              .values({ client, span, started, used })
              .onConflict((on) => on.columns(['client', 'span']).doUpdateSet({ started, used })),
          );
          tx.afterCommit(() => {
            window.started = started;
            window.used = used;
            window.own = 0;
          });
        }
      });
    },
  };
}
