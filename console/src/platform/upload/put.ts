import { serverBack } from '../connection.ts';
import { patiently } from '../patience.ts';
import { Problem, unreachable } from '../problem.ts';
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
    request.onerror = () => {
      void serverBack();
      reject(unreachable());
    };
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request)));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(body);
  });

function refusal(request: XMLHttpRequest): Problem {
  const code = request.getResponseHeader('x-ms-error-code') ?? String(request.status);
  const message = /<Message>([^<]*)/.exec(request.responseText)?.[1] ?? request.statusText;
  const headers = new Headers();
  const id = request.getResponseHeader('x-ms-request-id');
  if (id) headers.set('x-correlation-id', id);
  const retryAfter = request.getResponseHeader('retry-after');
  if (retryAfter) headers.set('retry-after', retryAfter);
  return new Problem(request.status, { code, message }, headers);
}

/** Tries again for as long as the server cannot be reached or is busy. */
export const patient =
  (send: Put, onHeld: (by: Problem | undefined) => void): Put =>
  (url, body, options) => {
    const once = () => send(url, body, options).catch(forgetSent(options));
    return patiently(once, { signal: options.signal, onHeld });
  };

const forgetSent =
  ({ onSent }: Parameters<Put>[2]) =>
  (error: unknown) => {
    onSent?.(0);
    throw error;
  };
