import type { Caller } from '../callers/people.ts';
import type { Database, Migration } from '../db/database.ts';
import { prepared, tables } from '../db/query.ts';
import type { Maintenance } from '../jobs/job.ts';
import { placeLimiter } from './place-limiter.ts';
import { windowsOf } from './windows.ts';

/** Requests allowed per window; 0 means no limit. */
export interface WindowLimits {
  readonly perMinute: number;
  readonly perHour: number;
}

export interface RateLimiter {
  /**
   * Counts one request of an application for a user; answers the seconds to wait when it is over its limit. Each user
   * has a count of their own, so that nobody can empty a shared application for everybody else.
   */
  take(caller: RateCaller, now: number): number | undefined;
  /** The window of which the largest part is used, after a request was counted; undefined where nothing is limited. */
  fullest(caller: RateCaller, now: number): WindowUse | undefined;
  /** Counts a refused credential of an address (120 a minute); answers the seconds to wait when over. */
  takeRefusal(address: string, now: number): number | undefined;
  /** Shares the counts with the other processes on the same database. */
  share(now: number): Promise<void>;
  /** Forgets the windows that are over. */
  readonly maintenance: Maintenance;
}

/** How much of a window is used. */
export interface WindowUse {
  readonly limit: number;
  readonly used: number;
  readonly window: 'minute' | 'hour';
  readonly tier: string;
}

/** A service application is one user. */
export type RateCaller = Pick<Caller, 'clientId' | 'userId' | 'tier'>;

interface RateTables {
  /** `client` is the application and its user. */
  rate_windows: { client: string; span: number; started: number; used: number };
}

const q = tables<RateTables>();
const minute = 60_000;
const hour = 60 * minute;
const refusalsPerMinute = { address: 120, network: 1200 };
const windowsKept = 20_000;

export const rateLimitMigrations: Migration[] = [
  {
    id: 'limits-1',
    statements: [
      'CREATE TABLE rate_windows (client {text} NOT NULL, span bigint NOT NULL, started bigint NOT NULL, used bigint NOT NULL, PRIMARY KEY (client, span))',
    ],
  },
];

const windowOf = prepared((p: { client: string; span: number }) =>
  q.selectFrom('rate_windows').selectAll().where('client', '=', p.client).where('span', '=', p.span),
);

/** `60000 spa-console 7f1d…`: the span in front, so that it can be told from the name. */
const keyOf = (span: number, { clientId, userId }: RateCaller): string => `${span} ${clientId} ${userId}`;
const spanOf = (key: string): number => Number(key.slice(0, key.indexOf(' ')));
const clientOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

/** Fixed minute and hour windows per application and user, counted in memory and shared through the database. */
export function openRateLimiter(db: Database, limits: Readonly<Record<string, WindowLimits>> | 'off'): RateLimiter {
  const windows = windowsOf(windowsKept, spanOf);
  const refusals = placeLimiter(refusalsPerMinute);

  return {
    take(caller, now) {
      const limit = limits === 'off' ? undefined : limits[caller.tier];
      if (limit === undefined) return undefined;
      const overHour = limit.perHour > 0 ? windows.take(keyOf(hour, caller), hour, limit.perHour, now) : undefined;
      if (overHour !== undefined) return overHour;
      return limit.perMinute > 0 ? windows.take(keyOf(minute, caller), minute, limit.perMinute, now) : undefined;
    },
    fullest(caller, now) {
      const limit = limits === 'off' ? undefined : limits[caller.tier];
      if (limit === undefined) return undefined;
      const useOf = (window: WindowUse['window'], span: number, most: number): WindowUse[] => {
        const used = windows.used(keyOf(span, caller), span, now);
        return most > 0 ? [{ limit: most, used, window, tier: caller.tier }] : [];
      };
      return [...useOf('minute', minute, limit.perMinute), ...useOf('hour', hour, limit.perHour)].reduce<
        WindowUse | undefined
      >((most, one) => (most && most.used / most.limit >= one.used / one.limit ? most : one), undefined);
    },
    takeRefusal: (address, now) => (limits === 'off' ? undefined : refusals.take(address, now)),
    async share(now) {
      const changed = [...windows.entries()].filter(([, window]) => window.own > 0);
      if (changed.length === 0) return;
      await db.write(async (tx) => {
        for (const [key, window] of changed) {
          const [span, client] = [spanOf(key), clientOf(key)];
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
    maintenance: {
      name: 'limits.expired',
      everyMs: hour,
      async run() {
        for (const span of [minute, hour]) {
          const over = q
            .deleteFrom('rate_windows')
            .where('span', '=', span)
            .where('started', '<=', Date.now() - span);
          await db.write((tx) => tx.run(over));
        }
      },
    },
  };
}
