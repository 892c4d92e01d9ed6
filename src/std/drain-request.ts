import type { IncomingMessage } from 'node:http';

const longestMs = 2000;

/**
 * Reads on for a moment after the answer, so that the sender of a body that nobody wants can see it instead of a broken
 * connection; then the connection ends, however much was still to come. Whoever has read of it before may still hold it:
 * `resume` would do nothing then.
 */
export function drainRequest(request: IncomingMessage): void {
  if (request.complete) return;
  const drop = () => {
    while (request.read() !== null);
  };
  request.on('readable', drop);
  drop();
  const clock = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, longestMs).unref();
  request.once('close', () => clearTimeout(clock));
}
