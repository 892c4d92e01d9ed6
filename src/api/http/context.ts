import type { TSchema } from 'typebox';
import type { Actor } from '../../kernel/audit.ts';
import type { Caller } from '../../kernel/callers/people.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import type { Ports } from '../ports/ports.ts';
import type { Failed } from './problem.ts';

/** What is written in the words of a request where no declared answer holds it. */
export interface ToldWords {
  /** A link of ours. */
  address(text: string): string;
  /** A value of a shape that an answer holds in a stream, where the answer as such declares no shape. */
  shaped(schema: TSchema, value: unknown): unknown;
}

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
  /** For links and shapes in streams, and for what is told later on: the words of the request, where they are not ours. */
  readonly words?: ToldWords | undefined;
  readonly ports: Ports;
  /** Aborted when the connection of the request ends: nobody waits for an answer any more. */
  readonly disconnected: AbortSignal;
  /**
   * One transaction, durable when it answers. A returned refusal undoes it. With an If-Match header the target's
   * version is compared once more inside, so that no change in between is lost.
   */
  write<R>(work: (tx: Transaction) => Promise<R>): Promise<R | Failed<'PreconditionFailed'>>;
}
