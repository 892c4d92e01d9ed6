import type { IncomingMessage } from 'node:http';
import type { Database } from '../db/database.ts';
import type { RateLimiter } from '../limits/rate-limits.ts';
import type { Authenticate, AuthenticateApplication, Caller } from '../ports/people.ts';
import type { Ports } from '../ports/ports.ts';
import type { Api, Endpoint, Outcome } from './endpoint.ts';

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
  readonly params: Record<string, string>;
}

/** What the pipeline found out, for the reply and the log. */
export interface Handled {
  readonly outcome: Outcome;
  readonly endpoint?: Endpoint;
  readonly caller?: Caller;
  readonly prefer?: 'minimal' | 'representation';
}

export type Pipeline = (exchange: Exchange) => Promise<Handled>;
