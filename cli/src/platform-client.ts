import { type PlatformClient, platformClient } from '../../client/src/client.ts';
import type { LineOptions } from '../../client/src/node.ts';
import { exits, Failure } from './failure.ts';
import type { General } from './general-flags.ts';
import type { Io } from './io.ts';
import { tracedFetch } from './send.ts';
import type { Session } from './session.ts';

/** The typed client through a session: with its token, its attempts and its rule of origins. */
export const clientOf = ({ settings, request }: Session): PlatformClient =>
  platformClient({
    baseUrl: settings.url,
    token: () => undefined,
    async fetch(sent) {
      const body = sent.body === null ? undefined : new Uint8Array(await sent.arrayBuffer());
      try {
        return await request(sent.method, sent.url, Object.fromEntries(sent.headers), body);
      } catch (error) {
        // as fetch itself tells that nobody answers: the client may be more patient
        const isAway = error instanceof Failure && error.exit === exits.unreachable;
        throw isAway ? new TypeError('fetch failed', { cause: error }) : error;
      }
    },
  });

/** How bytes go to signed addresses. */
export const linesFor = (io: Io, general: General): LineOptions => ({
  signal: io.interrupted,
  sleep: (ms) => io.sleep(ms),
  fetch: tracedFetch(io, general.verbose ?? false),
});
