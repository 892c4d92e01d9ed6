import { Problem } from './problem.ts';

export interface Patience {
  readonly signal: AbortSignal;
  /** What is waited for; undefined once it goes on. */
  readonly onHeld?: (by: Problem | undefined) => void;
}

const firstWaitMs = 500;
const longestWaitMs = 5000;
/** A server that fails is not asked for ever; one that is away, or busy, is. */
const mostFailures = 5;

/** Calls again for as long as the server is away, busy or starting; any other refusal is final. */
export async function patiently<T>(call: () => Promise<T>, { signal, onHeld }: Patience): Promise<T> {
  let failures = 0;
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    try {
      const answer = await call();
      if (tries > 0) onHeld?.(undefined);
      return answer;
    } catch (error) {
      if (!isPassing(error) || (isFailure(error) && ++failures > mostFailures)) throw error;
      onHeld?.(error);
      await pause(error.retryAfterMs ?? Math.min(longestWaitMs, firstWaitMs * 2 ** tries), signal);
    }
  }
}

const away = [0, 429, 502, 503, 504];
const isPassing = (error: unknown): error is Problem =>
  error instanceof Problem && (away.includes(error.status) || error.status >= 500);
const isFailure = ({ status }: Problem): boolean => !away.includes(status);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
