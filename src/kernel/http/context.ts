import type { Actor } from '../audit.ts';
import type { Reader, Transaction } from '../db/database.ts';
import type { Caller } from '../ports/people.ts';
import type { Ports } from '../ports/ports.ts';
import type { Failed } from './problem.ts';

/** What a handler may use besides its input. */
export interface Context {
  /** The declared parameters as they were given; handlers get them validated in their input. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  /** The caller, and from where: for what is recorded of a change. */
  readonly by: Actor;
  /** Reads what is committed. */
  readonly db: Reader;
  /** The base address of the APIs, without a trailing slash; all links begin with it. */
  readonly baseUrl: string;
  /** The request's time in milliseconds since 1970. */
  readonly now: number;
  readonly correlationId: string;
  readonly ports: Ports;
  /** Aborted when the connection of the request ends: nobody waits for an answer any more. */
  readonly gone: AbortSignal;
  /**
   * One transaction, durable when it answers. A returned refusal undoes it. With an If-Match header the target's
   * version is compared once more inside, so that no change in between is lost.
   */
  write<R>(work: (tx: Transaction) => Promise<R>): Promise<R | Failed<'PreconditionFailed'>>;
}
