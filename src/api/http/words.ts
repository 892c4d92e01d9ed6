import type { IncomingMessage } from 'node:http';
import type { ToldWords } from './context.ts';
import type { Endpoint, Outcome } from './endpoint.ts';

/**
 * A request in words of the table of names (src/api/names): what it says, in ours, and what it is answered, in its own.
 * Everything between these two is in neutral words.
 */
export interface Words extends ToldWords {
  /** The path of a request, as it would be in neutral words. */
  path(endpoint: Endpoint, path: string): string;
  query(endpoint: Endpoint, text: string): string;
  body(endpoint: Endpoint, value: unknown): unknown;
  outcome(endpoint: Endpoint | undefined, outcome: Outcome): Outcome;
  /** The name of a header of an answer. */
  header(name: string): string;
}

/** The table of names, for the server: which addresses there are besides, and which requests are in its words. */
export interface Names {
  /** The path of an operation in words of the table, with the placeholders of ours; undefined where it is the same. */
  addressOf(template: string): string | undefined;
  /**
   * The words of a request, undefined for neutral ones. `named`: its path is one of the table. Headers with names of the
   * table get ours in it.
   */
  wordsOf(request: IncomingMessage, endpoints: readonly Endpoint[], named: boolean): Words | undefined;
}
