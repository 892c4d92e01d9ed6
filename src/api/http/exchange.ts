import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticate, AuthenticateApplication, Caller } from '../../kernel/callers/people.ts';
import type { Database } from '../../kernel/db/database.ts';
import type { RateLimiter } from '../../kernel/limits/rate-limits.ts';
import type { Ports } from '../ports/ports.ts';
import type { Api, Endpoint, Outcome } from './endpoint.ts';
import type { Words } from './words.ts';

/** An endpoint and the version of the API that serves it. */
export interface Served {
  readonly api: Api;
  readonly endpoint: Endpoint;
}

/** The endpoints of one method and path: one per API version. */
export interface Route {
  readonly versions: ReadonlyMap<number, Served>;
  readonly newest: number;
  /** Media types of the newest version's answers besides JSON: see `acceptReader`. */
  readonly media: readonly string[];
}

export interface PipelineOptions {
  readonly db: Database;
  readonly ports: Ports;
  readonly authenticate: Authenticate;
  /** For the endpoints that take it. */
  readonly authenticateApplication: AuthenticateApplication;
  readonly limiter: RateLimiter;
  readonly baseUrl: string;
  readonly vendorAliases: readonly string[];
}

/** One request on its way through the pipeline. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly query: string;
  readonly address: string;
  readonly correlationId: string;
  readonly now: number;
  /** Undefined where no operation has this path and method. */
  readonly route: Route | undefined;
  readonly allow: string | undefined;
  /** Whatever is asked there is unknown but to test tokens. */
  readonly testOnly?: boolean | undefined;
  readonly params: Record<string, string>;
  /** Of version 7; every answer tells it. */
  readonly requestId: string;
  readonly noted: Noted;
  /** What the request says and is answered in words of the table of names; undefined: in ours. */
  readonly words?: Words | undefined;
  /** The path that was asked, where it is another one in words of the table. */
  readonly asked?: string | undefined;
}

/** What is found out on the way, for who records requests, however they end. */
export interface Noted {
  caller?: Caller;
  endpoint?: Endpoint;
  /** The first twin in which rights were asked. */
  twinId?: string | undefined;
  jobs?: string[];
  events?: { readonly eventType: string; readonly twinId: string }[];
  /** The JSON body as it was sent; `isBroken`: it was none. */
  body?: unknown;
  isBroken?: boolean;
  /** Bytes of a body that said no length. */
  bodyBytes?: number | undefined;
}

/** A request and how it ended, for who records it. */
export interface Exchanged {
  readonly exchange: Exchange;
  readonly outcome: Outcome;
  readonly response: ServerResponse;
  /** By `performance.now()`. */
  readonly started: number;
  /** So far, in milliseconds: the last bytes may still be under way. */
  readonly ms: number;
  /** Null: the connection ended before an answer. */
  readonly status: number | null;
  /** Of the body, as it was sent. */
  readonly responseBytes: number;
}

/** What the pipeline found out, for the reply and the log. */
export interface Handled {
  readonly outcome: Outcome;
  readonly endpoint?: Endpoint;
  readonly caller?: Caller;
  readonly prefer?: 'minimal' | 'representation';
}

export type Pipeline = (exchange: Exchange) => Promise<Handled>;
