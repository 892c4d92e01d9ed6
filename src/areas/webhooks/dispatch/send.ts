import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Destination, destinationOf, type Refusal } from '../../../kernel/outgoing/destination.ts';
import { requestTo } from '../../../kernel/outgoing/request.ts';
import { codeOf } from '../../../std/errors.ts';
import type { Networks } from '../../../std/network.ts';

/** What came of one attempt. `statusCode` is null when no answer was had. */
export interface SendResult {
  readonly statusCode: number | null;
  readonly error: string | null;
  /** Milliseconds that the receiver asks us to wait; null when it asks for none. */
  readonly retryAfterMs: number | null;
}

export interface Message {
  readonly callbackUrl: string;
  readonly secret: string;
  readonly body: string;
  readonly messageId: string;
  /** From 1. */
  readonly attempt: number;
}

export interface SendOptions {
  readonly allowed: Networks;
  readonly timeoutMs: number;
}

const mostRead = 65_536;
const refusals: Record<Refusal, string> = {
  notAllowed: 'Callback address is not allowed.',
  notFound: 'Callback host was not found.',
};

/**
 * Sends one event: a new connection to an address that was checked just now. Redirects are not followed, the answer's
 * body is read to 64 KB and dropped. Never throws.
 */
export async function send(message: Message, { allowed, timeoutMs }: SendOptions): Promise<SendResult> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const late = new Promise<SendResult>((resolve) => {
    timeout.addEventListener('abort', () => resolve(noAnswer(`No answer within ${timeoutMs / 1000} seconds.`)));
  });
  const sent = destinationOf(message.callbackUrl, allowed)
    .then((to) => (typeof to === 'string' ? noAnswer(refusals[to]) : post(to, message, timeout)))
    .catch((error: unknown) => noAnswer(`Connection failed (${codeOf(error) ?? 'unknown'}).`));
  return Promise.race([sent, late]);
}

const noAnswer = (error: string): SendResult => ({ statusCode: null, error, retryAfterMs: null });

export const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** One POST to addresses that were checked before. */
export function post(to: Destination, message: Message, signal: AbortSignal): Promise<SendResult> {
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(message.body),
    'User-Agent': 'twin-platform-webhooks',
    'X-Correlation-ID': message.messageId,
    'X-Webhook-Attempt': message.attempt,
    Signature: signatureOf(message.secret, message.body),
  };
  return new Promise((resolve, reject) => {
    const request = requestTo(to, { method: 'POST', headers, signal });
    request.on('error', reject);
    request.on('response', (response) => {
      resolve({ statusCode: response.statusCode ?? 0, error: null, retryAfterMs: retryAfterOf(response) });
      void drain(response);
    });
    request.end(message.body);
  });
}

/** Reads what is worth reading, until the time is over. The status has decided already. */
async function drain(response: IncomingMessage): Promise<void> {
  const chunks: AsyncIterable<Buffer> = response;
  let read = 0;
  try {
    for await (const chunk of chunks) {
      read += chunk.length;
      if (read > mostRead) break;
    }
  } catch {
    // the receiver hung up, or took too long to end its answer
  }
  response.destroy();
}

function retryAfterOf(response: IncomingMessage): number | null {
  const text = response.headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
