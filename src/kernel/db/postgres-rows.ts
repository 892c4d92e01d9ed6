import type { Prepared, Query, Transaction } from './database.ts';
import type { Connection, Rows, Statement } from './postgres-pool.ts';
import type { Compile, Compiled } from './query.ts';

export type AskedQuery = Query<unknown> | Prepared<never, unknown>;

/** How statements are made of queries, and run. */
export interface RunStatement {
  readonly compiled: Compile;
  on(connection: Connection, statement: Statement): Promise<Rows>;
}

export const runDirectly = (compiled: Compile): RunStatement => ({
  compiled,
  on: (connection, statement) => connection.query(statement),
});

export const statementOf = ({ sql, parameters, name }: Compiled): Statement => ({
  text: sql,
  values: [...parameters],
  ...(name === undefined ? {} : { name }),
});

/** The reading and writing face of a connection. */
export function rowsOf(
  connection: Connection,
  { compiled, on }: RunStatement,
): Pick<Transaction, 'all' | 'first' | 'run'> {
  const run = (query: AskedQuery, parameters?: object) => {
    return on(connection, statementOf(compiled(query, parameters)));
  };
  return {
    all: async (query: never, parameters?: object) => (await run(query, parameters)).rows as never,
    first: async (query: never, parameters?: object) => (await run(query, parameters)).rows[0] as never,
    run: async (query: never, parameters?: object) => (await run(query, parameters)).rowCount ?? 0,
  };
}
