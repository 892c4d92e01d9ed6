import type { Snapshot, Transaction } from './database.ts';
import type { AnyQuery } from './query.ts';

/** What runs queries and answers rows of the types that they say. */
export type Rows = Pick<Transaction, 'all' | 'first' | 'run'>;

/** The same as a driver has it, which knows nothing of the types of rows. */
export interface RawRows {
  all(query: AnyQuery, parameters?: object): Promise<unknown>;
  first(query: AnyQuery, parameters?: object): Promise<unknown>;
  run(query: AnyQuery, parameters?: object): Promise<number>;
}

/** The one place where rows get the types that the builder found for them: the migrations are what keeps them true. */
export const typedRows = (raw: RawRows): Rows => raw as Rows;

/** The same of what can only be read. */
export const typedReads = (raw: Omit<RawRows, 'run'>): Omit<Rows, 'run'> => raw as Omit<Rows, 'run'>;

/** The same of rows that come in pieces. */
export const typedPieces = (pieces: (query: AnyQuery, most: number) => AsyncIterable<unknown[]>): Snapshot['pieces'] =>
  pieces as Snapshot['pieces'];
