import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { bytesWithin } from '../../std/bounded-bytes.ts';
import { pinned } from '../../std/pinned.ts';
import type { EngineContext } from '../engine.ts';
import { EngineFailure } from '../failure.ts';
import { conversing } from './conversing.ts';
import { systemFailed, systemLate, unreached } from './failure.ts';
import type { ServiceCall, ServiceStatusParams } from './params.ts';

const mostBytes = 20_000_000;

/** What a service answers, as text. Redirects are not followed. Throws an `EngineFailure` of `failure.ts`. */
export const callService = (call: ServiceCall, signal: AbortSignal | undefined): Promise<string> =>
  asked(call, signal, textOf);

/** Whether a service answers and takes the credentials: with which status. */
export const readServiceStatus = ({ call }: ServiceStatusParams, context: EngineContext): Promise<number> =>
  conversing(context, () =>
    asked(call, context.signal, async (answer) => {
      answer.destroy();
      const { statusCode = 0 } = answer;
      if ([401, 403, 407].includes(statusCode)) {
        throw systemFailed(`it refuses the credentials, with status ${statusCode}.`);
      }
      if (statusCode >= 500) throw systemFailed(`it answers with status ${statusCode}.`);
      return statusCode;
    }),
  );

async function asked<T>(
  { method, url, addresses, headers, body, seconds }: ServiceCall,
  signal: AbortSignal | undefined,
  read: (answer: IncomingMessage) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(seconds * 1000);
  const either = AbortSignal.any(signal === undefined ? [late] : [signal, late]);
  try {
    const begin = url.startsWith('https:') ? tlsRequest : plainRequest;
    const request = begin(url, { method, headers, signal: either, agent: false, lookup: pinned(addresses) });
    request.end(body);
    const [answer]: IncomingMessage[] = await once(request, 'response');
    if (answer === undefined) throw systemFailed('it cannot be reached.');
    return await read(answer);
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted) throw systemLate('The service took too long.');
    throw error instanceof EngineFailure ? error : systemFailed(unreached(error));
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 299) {
    answer.destroy();
    throw systemFailed(`it answers with status ${statusCode}.`);
  }
  const bytes = await bytesWithin(answer, mostBytes);
  if (bytes === undefined) throw systemFailed(`its answer is larger than ${mostBytes / 1e6} MB.`);
  return bytes.toString('utf8');
}
