import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Actor, actorOf } from '../../kernel/audit.ts';
import type { Caller } from '../../kernel/callers/people.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import type { Ports } from '../ports/ports.ts';
import type { Context, ToldWords } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import type { Exchange, PipelineOptions } from './exchange.ts';
import { noting } from './noting.ts';
import { type Failed, fail, isFailed, problems } from './problem.ts';
import { matches } from './reply.ts';

type Given = Pick<Context, 'caller' | 'db' | 'query'>;

/**
 * The context of one request. All its members are its own, and none is worked out when it is asked for: handlers take members out of it
 * and make other contexts of it with three dots; and an object with getters of its own takes V8 some microseconds to make.
 */
export class RequestContext implements Context {
  readonly query: Context['query'];
  readonly caller: Caller;
  readonly db: Reader;
  readonly baseUrl: string;
  readonly now: number;
  readonly correlationId: string;
  readonly words: ToldWords | undefined;
  readonly ports: Ports;
  readonly by: Actor;
  readonly disconnected: AbortSignal;
  readonly write: Context['write'];
  private readonly endpoint: Endpoint;
  private readonly exchange: Exchange;
  private readonly database: PipelineOptions['db'];

  constructor(endpoint: Endpoint, exchange: Exchange, { caller, db, query }: Given, options: PipelineOptions) {
    this.query = query;
    this.caller = caller;
    this.db = db;
    this.baseUrl = options.baseUrl;
    this.now = exchange.now;
    this.correlationId = exchange.correlationId;
    this.words = exchange.words;
    this.ports = options.ports;
    this.endpoint = endpoint;
    this.exchange = exchange;
    this.database = options.db;
    const { address, correlationId, request } = exchange;
    this.by = actorOf(caller, { address, correlationId, userAgent: request.headers['user-agent'] ?? '' });
    this.disconnected = endOf(request.socket);
    this.write = (work) => this.transaction(work);
  }

  private transaction<R>(given: (tx: Transaction) => Promise<R>): Promise<R | Failed<'PreconditionFailed'>> {
    const { endpoint, exchange } = this;
    const work = noting(exchange.noted, given);
    const conditional = exchange.request.headers['if-match'] !== undefined && endpoint.version !== undefined;
    if (!conditional) return this.database.write(work);
    return this.database.write(async (tx) => {
      const target = await endpoint.access.resolve(exchange.params, within(this, tx));
      const stale = isFailed(target) || !fresh(endpoint, exchange.request, target);
      return stale ? fail(problems.preconditionFailed) : work(tx);
    });
  }
}

const within = (context: Context, tx: Transaction): Context => ({ ...context, db: tx });

const ends = new WeakMap<Socket, AbortSignal>();

/** One signal a connection, however many requests come on it. */
function endOf(socket: Socket): AbortSignal {
  const known = ends.get(socket);
  if (known) return known;
  const end = new AbortController();
  socket.once('close', () => end.abort());
  if (socket.destroyed) end.abort();
  ends.set(socket, end.signal);
  return end.signal;
}

/** Whether what a request changes is still as its `If-Match` says. */
export function fresh(endpoint: Endpoint, request: IncomingMessage, target: unknown): boolean {
  const given = request.headers['if-match'];
  if (given === undefined || endpoint.version === undefined || endpoint.method === 'GET') return true;
  const version = endpoint.version(target);
  return matches(given, `"${version}"`) || matches(given, `"${version}r"`);
}
