import { spanning } from '../tracing/span.ts';
import type { Connection, Statement, Rows as StoredRows } from './postgres-pool.ts';
import type { AnyQuery, Compile, Compiled } from './query.ts';
import { type Rows, typedRows } from './rows.ts';
import { spanOfStatement } from './traced.ts';

/** How statements are made of queries, and run. */
export interface RunStatement {
  readonly compiled: Compile;
  on(connection: Connection, statement: Statement): Promise<StoredRows>;
}

export const runDirectly = (compiled: Compile): RunStatement => ({
  compiled,
  on: (connection, statement) =>
    spanning(spanOfStatement('postgres', statement.text), () => connection.query(statement)),
});

export const statementOf = ({ sql, parameters, name }: Compiled): Statement => ({
  text: sql,
  values: [...parameters],
  ...(name === undefined ? {} : { name }),
});

/** The reading and writing face of a connection. */
export function rowsOf(connection: Connection, { compiled, on }: RunStatement): Rows {
  const run = (query: AnyQuery, parameters?: object) => {
    return on(connection, statementOf(compiled(query, parameters)));
  };
  return typedRows({
    all: async (query, parameters) => (await run(query, parameters)).rows,
    first: async (query, parameters) => (await run(query, parameters)).rows[0],
    run: async (query, parameters) => (await run(query, parameters)).rowCount ?? 0,
  });
}
