import { setTimeout as sleepFor } from 'node:timers/promises';
import { type Gate, gateOf } from '../gate.ts';
import { Refused } from './refused.ts';

/** How bytes go to and come from signed addresses; all of it may be left out. */
export interface LineOptions {
  /** Ends it; what the server has acknowledged stays. */
  readonly signal?: AbortSignal;
  /** How long to wait for a server that is away, in all; default 60 000. */
  readonly patienceMs?: number;
  /** For requests to signed addresses, which have no token. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  readonly sleep?: (ms: number) => Promise<void>;
  /** How many blocks of all transfers are under way at once; default a gate of its own for 4. */
  readonly gate?: Gate;
}

export interface BlobRequest extends Omit<RequestInit, 'body' | 'signal'> {
  /** Made for each attempt. */
  readonly body?: () => ReadableStream<Uint8Array> | string;
}

export interface Lines {
  readonly signal: AbortSignal;
  readonly gate: Gate;
  /**
   * Sends a request until it is answered with something that another attempt would not change. Throws {@link LinkGone} for
   * an address that does not work any more, {@link Refused} for what is wrong, {@link Away} where nobody answers.
   */
  ask(address: string, request: BlobRequest): Promise<Response>;
  /** Begins to be patient: what it gives waits before another attempt, and throws {@link Away} in the end. */
  patience(): (cause: unknown) => Promise<void>;
  /** Repeats a call for as long as the server is away. */
  patiently<T>(call: () => Promise<T>): Promise<T>;
}

/** A signed address does not work any more. */
export class LinkGone extends Error {
  constructor() {
    super('The address of the content has expired.');
    this.name = 'LinkGone';
  }
}

/** The server could not be reached for longer than somebody would wait. */
export class Away extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'Away';
  }
}

const blocksAtOnce = 4;
const attempts = 5;
const usualPatienceMs = 60_000;
const longestPauseMs = 5000;
const away = new Set([502, 503, 504]);

export function linesOf(options: LineOptions): Lines {
  const { signal = new AbortController().signal, patienceMs = usualPatienceMs } = options;
  const { gate = gateOf(blocksAtOnce), fetch: send = (address, init) => fetch(address, init) } = options;
  const { sleep = (ms) => sleepFor(ms, undefined, { signal }) } = options;
  const patience = () => {
    let waited = 0;
    let pause = 500;
    return async (cause: unknown): Promise<void> => {
      if (waited >= patienceMs) throw new Away(cause);
      const ms = Math.min(pause, patienceMs - waited);
      waited += ms;
      pause = Math.min(pause * 2, longestPauseMs);
      await sleep(ms);
    };
  };
  const ask: Lines['ask'] = async (address, { body, ...request }) => {
    const wait = patience();
    for (let attempt = 1; ; ) {
      signal.throwIfAborted();
      let answer: Response;
      try {
        const sent = body === undefined ? {} : { body: body(), duplex: 'half' as const };
        answer = await send(address, { ...request, ...sent, signal });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof TypeError)) throw error;
        await wait(error);
        continue;
      }
      if (answer.ok || (answer.status >= 300 && answer.status < 400) || answer.status === 416) return answer;
      const fault = await faultOf(answer);
      if (away.has(answer.status)) await wait(fault);
      else if (fault instanceof LinkGone || !mayPass(fault) || attempt >= attempts) throw fault;
      else await sleep(500 * 2 ** (attempt++ - 1));
    }
  };
  const patiently: Lines['patiently'] = async (call) => {
    const wait = patience();
    for (;;) {
      try {
        return await call();
      } catch (error) {
        signal.throwIfAborted();
        const isAway = error instanceof TypeError || (error instanceof Refused && away.has(error.status));
        if (!isAway) throw error;
        await wait(error);
      }
    }
  };
  return { signal, gate, ask, patience, patiently };
}

/** Bytes that were damaged on their way, too many requests, and faults of the server. */
const mayPass = ({ status, code }: Refused): boolean => status === 429 || status >= 500 || code === 'Md5Mismatch';

async function faultOf(answer: Response): Promise<Refused | LinkGone> {
  const xml = await answer.text().catch(() => '');
  const code = /<Code>([^<]*)<\/Code>/.exec(xml)?.[1];
  const isGone = answer.status === 404 || (answer.status === 403 && code === 'AuthenticationFailed');
  if (isGone) return new LinkGone();
  return new Refused(answer, { code, message: /<Message>([^<]*)<\/Message>/.exec(xml)?.[1] });
}

/** The address with a further parameter. */
export const withQuery = (address: string, query: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${query}`;
