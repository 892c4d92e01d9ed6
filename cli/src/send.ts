import { randomUUID } from 'node:crypto';
import { isObject } from './body.ts';
import { exits, Failure } from './failure.ts';
import { type Io, tell } from './io.ts';
import { unreachable } from './oauth.ts';
import type { Tokens } from './token.ts';

export interface Sending {
  readonly method: string;
  /** Whole. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
}

/** Sends requests with the token, tries again what may succeed later, and tells of each where that was asked for. */
export interface Sender {
  send(sending: Sending): Promise<Response>;
}

export interface SenderOptions {
  readonly io: Io;
  readonly tokens: Tokens;
  readonly version: string;
  readonly verbose: boolean;
  readonly timeoutSeconds: number;
}

const attempts = 3;
const later = new Set([429, 502, 503, 504]);
const longestWait = 60;

export function senderOf(options: SenderOptions): Sender {
  const { io, tokens, version } = options;
  const send = async (sending: Sending): Promise<Response> => {
    const hasKey = Object.keys(sending.headers).some((name) => name.toLowerCase() === 'idempotency-key');
    const headers: Record<string, string> = {
      'User-Agent': `twin/${version}`,
      ...sending.headers,
      ...(sending.method === 'POST' && !hasKey ? { 'Idempotency-Key': randomUUID() } : {}),
    };
    let token = await tokens.current();
    let isRenewed = false;
    for (let attempt = 1; ; attempt++) {
      const answer = await once(
        options,
        { ...sending, headers: { ...headers, Authorization: `Bearer ${token}` } },
        attempt,
      );
      if (answer === undefined) continue;
      if (answer.status === 401 && !isRenewed) {
        isRenewed = true;
        const other = await tokens.renewed(token);
        if (other !== undefined) {
          token = other;
          attempt--;
          await answer.body?.cancel();
          continue;
        }
      }
      if (!later.has(answer.status) || attempt >= attempts) return answer;
      await answer.body?.cancel();
      await io.sleep(waitOf(answer, attempt));
    }
  };
  return { send };
}

function waitOf(answer: Response, attempt: number): number {
  const told = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  const seconds = Number.isFinite(told) && told >= 0 ? Math.min(told, longestWait) : attempt;
  return seconds * 1000;
}

/** One attempt; undefined: the connection broke, and it is worth another one. */
async function once(options: SenderOptions, sending: Sending, attempt: number): Promise<Response | undefined> {
  const { io, verbose, timeoutSeconds } = options;
  const { method, address, headers, body } = sending;
  const trace = await tracing(io, verbose, method, address);
  const deadline = new AbortController();
  const clock = setTimeout(() => deadline.abort(new Error('no answer in time')), timeoutSeconds * 1000);
  try {
    const answer = await io.fetch(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> | string }),
      redirect: 'manual',
      signal: AbortSignal.any([io.interrupted, deadline.signal]),
    });
    await trace(answer);
    return answer;
  } catch (error) {
    if (io.interrupted.aborted) throw new Failure(exits.interrupted, 'Interrupted.');
    if (deadline.signal.aborted) {
      const sentence = `${new URL(address).origin} did not answer within ${timeoutSeconds} s.`;
      throw new Failure(exits.unreachable, sentence);
    }
    if (isHopeless(error) || attempt >= attempts) throw unreachable(address, error);
    await io.sleep(attempt * 1000);
    return undefined;
  } finally {
    clearTimeout(clock);
  }
}

/** Tells of a request where that was asked for, and then of its answer. */
async function tracing(
  io: Io,
  verbose: boolean,
  method: string,
  address: string,
): Promise<(answer: Response) => Promise<void>> {
  if (!verbose) return async () => undefined;
  await tell(io, `> ${method} ${withoutSignature(address)}`);
  const started = performance.now();
  return async ({ status, headers }) => {
    const size = headers.get('Content-Length');
    const parts = [
      status,
      `${Math.round(performance.now() - started)} ms`,
      ...(size === null ? [] : [sizeOf(Number(size))]),
    ];
    const id = headers.get('X-Correlation-ID') ?? headers.get('x-ms-request-id') ?? '';
    await tell(io, `< ${parts.join(' ')} ${id}`.trimEnd());
  };
}

/** `fetch` that tells of its requests where that was asked for. */
export const tracedFetch =
  (io: Io, verbose: boolean) =>
  async (address: string, init: RequestInit): Promise<Response> => {
    const trace = await tracing(io, verbose, init.method ?? 'GET', address);
    const answer = await io.fetch(address, init);
    await trace(answer);
    return answer;
  };

/** Nobody is there, or nobody who may be trusted: another attempt would find the same. */
function isHopeless(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = isObject(cause) || cause instanceof Error ? String((cause as { code?: unknown }).code) : '';
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT|SIGNED|ISSUER|TLS|SSL/.test(code);
}

export const sizeOf = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  const kilo = bytes / 1000;
  return kilo < 1000 ? `${kilo.toFixed(1)} kB` : `${(kilo / 1000).toFixed(1)} MB`;
};

/** Addresses may be rights. */
const withoutSignature = (address: string): string => address.replaceAll(/([?&]sig=)[^&]*/g, '$1…');
