import {
  type CompiledQuery,
  createQueryId,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteQueryCompiler,
} from 'kysely';
import type { Dialect, Prepared, Query } from './database.ts';

/** A query builder over an area's own tables. It holds no connection: what it builds is run by a `Reader`. */
export function tables<T>(): Kysely<T> {
  return new Kysely<T>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/**
 * A query for hot paths: `build` runs once per dialect, with markers in place of the parameters. So it may only hand
 * parameters on as values of conditions or columns, never look at them or spread them into `in` lists.
 */
export function prepared<P extends object, O>(build: (parameters: P) => Query<O>): Prepared<P, O> {
  return { kind: 'prepared', build };
}

/** The named parameters of a prepared query as an object for `values` or `set`, because they cannot be spread. */
export function pick<P, K extends keyof P>(parameters: P, ...names: readonly K[]): Pick<P, K> {
  return Object.fromEntries(names.map((name) => [name, parameters[name]])) as Pick<P, K>;
}

export interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Of a prepared query: by this name the server knows it, too. */
  readonly name?: string;
}

/** Any query, whatever its parameters and rows are. */
export type AnyQuery = Query<unknown> | Prepared<object, unknown>;

export type Compile = (query: AnyQuery, parameters?: object) => Compiled;

const queryId = createQueryId();

class Marker {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const markers: object = new Proxy({}, { get: (_, name) => new Marker(String(name)) });

/** The compiler of one dialect, with its memory of prepared queries. */
export function compilerFor(dialect: Dialect): Compile {
  const plain = (query: Query<unknown>): CompiledQuery =>
    (dialect === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler()).compileQuery(
      query.toOperationNode(),
      queryId,
    );
  const known = new Map<object, { name: string; sql: string; values: readonly unknown[] }>();
  return (query, parameters) => {
    if (!('kind' in query)) return plain(query);
    let form = known.get(query);
    if (form === undefined) {
      const compiled = plain(query.build(markers));
      form = { name: `q${known.size}`, sql: compiled.sql, values: compiled.parameters };
      known.set(query, form);
    }
    const given = parameters as Record<string, unknown>;
    return {
      name: form.name,
      sql: form.sql,
      parameters: form.values.map((value) => (value instanceof Marker ? given[value.name] : value)),
    };
  };
}
