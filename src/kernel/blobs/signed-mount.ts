import type { IncomingMessage } from 'node:http';
import { type Log, stackOf } from '../../std/log.ts';
import type { Mount } from '../../std/mount.ts';
import { ContentLost, Unavailable } from '../../std/unavailable.ts';
import { type Answer, writeAnswer } from './answer.ts';
import { withoutPathPart } from './container-link.ts';
import type { FaultCode } from './faults.ts';
import { TooLarge } from './store.ts';

/** Serves signed addresses below a path: bytes, and refusals in the XML of the blob protocol. */
export const signedMount = (
  prefix: string,
  log: Log,
  answerOf: (request: IncomingMessage) => Promise<Answer | FaultCode>,
): Mount => ({
  prefix,
  async handle(request, response) {
    const started = performance.now();
    const answer = await answerOf(request).catch((error) => faultOf(request, error, log));
    await writeAnswer(request, response, answer).catch((error) => {
      if (!response.destroyed) log.warn({ error: String(error) }, 'blob not sent whole');
      response.destroy();
    });
    const [path = ''] = (request.url ?? '').split('?', 1); // the query holds the signature, and a part of some paths
    const ms = Math.round(performance.now() - started);
    log.info({ method: request.method, path: withoutPathPart(path), status: response.statusCode, ms }, 'blob');
  },
});

function faultOf(request: IncomingMessage, error: unknown, log: Log): FaultCode {
  if (error instanceof TooLarge) return 'RequestBodyTooLarge';
  const gone = request.destroyed && !request.complete;
  if (!gone) log.error({ error: stackOf(error) }, 'blob request failed');
  if (error instanceof ContentLost) return error.told.code;
  return error instanceof Unavailable ? 'ServerBusy' : 'InternalError';
}
