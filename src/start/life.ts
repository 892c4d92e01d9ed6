import type { Foundation } from '../foundation.ts';
import type { Area } from '../kernel/area.ts';
import type { HttpServer } from '../kernel/http/server.ts';
import type { MaintenanceRunner } from '../kernel/jobs/maintenance.ts';

export interface Life {
  /** Begins what its role is; answers the port it listens at, where it does. */
  listen(): Promise<number | undefined>;
  /** Finishes what is under way, then lets go of everything. */
  close(): Promise<void>;
}

const countsSharedEveryMs = 2000;

/** The life of a program whose parts are wired. */
export function lifeOf(
  { config, db, store, jobs, limiter, log }: Foundation,
  server: HttpServer,
  maintenance: MaintenanceRunner,
  areas: readonly Area[],
): Life {
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
      await letGo({ db, store });
    },
  };
}

const stopLimitMs = 6000;

/** Gives back what the foundation holds. */
export const letGo = async ({ db, store }: Pick<Foundation, 'db' | 'store'>): Promise<void> => {
  store.close();
  await db.close();
};
