import { Problem, unreachable } from '../../app/problem.ts';
import type { Put } from './transfer.ts';

/** Sends bytes with the browser's older kind of request: only that tells how many have left. */
export const put: Put = (url, body, { onSent, signal }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.open('PUT', url);
    request.setRequestHeader('x-ms-blob-type', 'BlockBlob');
    request.upload.onprogress = ({ loaded }) => onSent?.(loaded);
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(unreachable());
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request)));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(body);
  });

function refusal(request: XMLHttpRequest): Problem {
  const code = request.getResponseHeader('x-ms-error-code') ?? String(request.status);
  const message = /<Message>([^<]*)/.exec(request.responseText)?.[1] ?? request.statusText;
  return new Problem(request.status, { code, message }, request.getResponseHeader('x-ms-request-id') ?? undefined);
}

const waits = [500, 2000, 5000];

/** Tries again where the server could not be reached or was busy. */
export const patient =
  (send: Put): Put =>
  async (url, body, options) => {
    for (let tries = 0; ; tries++) {
      try {
        return await send(url, body, options);
      } catch (error) {
        const wait = waits[tries];
        if (!isPassing(error) || wait === undefined) throw error;
        options.onSent?.(0);
        await pause(wait, options.signal);
      }
    }
  };

const isPassing = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
