import type { Area } from '../api/area.ts';
import type { HttpServer } from '../api/http/server.ts';
import type { MaintenanceRunner } from '../kernel/jobs/maintenance.ts';
import type { Foundation } from './foundation.ts';

export interface Lifecycle {
  /** Begins what its role is; answers the port it listens at, where it does. */
  listen(): Promise<number | undefined>;
  /** Finishes what is under way, then lets go of everything. */
  close(): Promise<void>;
}

const countsSharedEveryMs = 2000;

/** The life of a program whose parts are wired. */
export function lifecycleOf(
  { config, db, store, jobs, limiter, log, requestLog }: Foundation,
  server: HttpServer,
  maintenance: MaintenanceRunner,
  areas: readonly Area[],
): Lifecycle {
  let sharing: NodeJS.Timeout | undefined;
  const share = () =>
    limiter.share(Date.now()).catch((error) => log.warn({ error: String(error) }, 'counts not shared'));
  return {
    async listen() {
      if (config.role !== 'web') {
        await jobs.start();
        for (const area of areas) area.start?.();
        maintenance.start();
      }
      if (config.role === 'worker') return undefined;
      requestLog?.start();
      sharing = setInterval(share, countsSharedEveryMs);
      return server.listen(config.port, config.host);
    },
    async close() {
      clearInterval(sharing);
      for (const area of areas) area.stopping?.();
      await server.close();
      const ends = [maintenance.stop(), jobs.stop(stopLimitMs), ...areas.map((area) => area.stop?.(stopLimitMs))];
      for (const end of await Promise.allSettled(ends)) {
        if (end.status === 'rejected')
          log.warn({ error: String(end.reason) }, 'Not everything was put back; leases will end.');
      }
      await release({ db, store, requestLog });
    },
  };
}

const stopLimitMs = 6000;

/** Gives back what the foundation holds. */
export const release = async ({
  db,
  store,
  requestLog,
}: Pick<Foundation, 'db' | 'store' | 'requestLog'>): Promise<void> => {
  store.close();
  await requestLog?.close();
  await db.close();
};
