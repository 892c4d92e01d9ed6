import type { Platform } from '../../../../test/support/platform.ts';
import { silentLog } from '../../../std/log.ts';
import { federationArea } from '../area.ts';

/** Looks for due timers as if it were so many milliseconds later. */
export async function lookForTimers({ app, baseUrl }: Platform, later: number): Promise<void> {
  const { db, ports } = app;
  const kit = { db, ports, baseUrl, log: silentLog, now: () => Date.now() + later };
  const options = { cacheFolder: '', allowedNetworks: [], packages: [], subscriptions: undefined };
  const task = federationArea(kit, options).maintenance?.find(({ name }) => name === 'federation.fireTimers');
  await task?.run(new AbortController().signal);
}
