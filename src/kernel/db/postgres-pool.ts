import pg from 'pg';
import { codeOf } from '../../std/errors.ts';
import type { Gauge } from '../../std/gauge.ts';
import { asUnavailable, Unavailable } from '../../std/unavailable.ts';

/** How long PostgreSQL is waited for, in milliseconds. The address may say others: `?statement_timeout=60000`. */
export interface Deadlines {
  /** For a connection of the pool or a new one. */
  readonly connectionTimeoutMillis: number;
  /** What a statement may take; the server ends it. */
  readonly statement_timeout: number;
  /** After this the server itself is taken for lost: it would have ended the statement. */
  readonly query_timeout: number;
}

export const usualDeadlines: Deadlines = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 20_000,
  query_timeout: 23_000,
};

/** A migration may rewrite a large table, or wait for another process that does. */
const migrationDeadlines: Deadlines = { ...usualDeadlines, statement_timeout: 3_600_000, query_timeout: 3_600_000 };

/** A transaction whose process went away in the middle holds its locks no longer than this. */
const idleInTransaction = 60_000;

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  /** A statement of this name is parsed and planned once on each connection. */
  readonly name?: string;
}

export type Rows = {
  readonly rows: Record<string, unknown>[];
  readonly rowCount: number | null;
  readonly command: string;
};

/** A table has other columns than when this connection prepared the statement: a newer program has migrated meanwhile. */
export class OutdatedPlan extends Error {}

/** One connection, or the pool of them. Errors: `Unavailable`, `OutdatedPlan`, or what PostgreSQL says about the statement. */
export interface Connection {
  query(statement: string | Statement): Promise<Rows>;
}

/** A connection of one's own, to be given back. */
export interface Held extends Connection {
  /** `lost`: it can no longer be trusted, and is thrown away. */
  release(lost: boolean): void;
}

export interface PostgresPool extends Connection {
  hold(): Promise<Held>;
  /** A connection beside the pool on which a statement may take long. */
  forMigration(): Promise<Held>;
  readonly figures: readonly Gauge[];
  close(): Promise<void>;
}

export function openPool(url: string, size: number, deadlines: Deadlines): PostgresPool {
  const common = {
    connectionString: url,
    types: { getTypeParser },
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    idle_in_transaction_session_timeout: idleInTransaction,
  };
  // statements go out without waiting for the answers to those before them
  const pool = new pg.Pool({ ...common, ...deadlines, max: size, pipeline: true });
  // A connection that was cut tells so by an event, used or idle. Whoever uses it hears it from the statement, too.
  pool.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}));
  return {
    ...withYoungConnections(pool),
    async forMigration() {
      const client = new pg.Client({ ...common, ...migrationDeadlines });
      client.on('error', () => {});
      await client.connect().catch(refused);
      return { ...connectionOf(client), release: () => void client.end().catch(() => {}) };
    },
    figures: poolFigures(pool),
    close: () => pool.end(),
  };
}

/** Once one connection was found to have an outdated plan, those that are as old as it are not used any more. */
function withYoungConnections(pool: pg.Pool): Pick<PostgresPool, 'query' | 'hold'> {
  const born = new WeakMap<pg.PoolClient, number>();
  let changed = 0;
  pool.on('connect', (client) => void born.set(client, performance.now()));
  const noting = ({ query }: Connection): Connection => ({
    query: (statement) =>
      query(statement).catch((error) => {
        if (error instanceof OutdatedPlan) changed = performance.now();
        throw error;
      }),
  });
  const any = noting(connectionOf(pool));
  async function hold(): Promise<Held> {
    for (;;) {
      const client = await pool.connect().catch(refused);
      if ((born.get(client) ?? 0) >= changed) {
        return { ...noting(connectionOf(client)), release: (lost) => client.release(lost) };
      }
      client.release(true);
    }
  }
  return {
    hold,
    query: (statement) =>
      any.query(statement).catch(async (error) => {
        if (!(error instanceof OutdatedPlan)) throw error;
        const young = await hold();
        return young.query(statement).finally(() => young.release(false));
      }),
  };
}

const isOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan ');

function poolFigures(pool: pg.Pool): Gauge[] {
  const connections = (state: string, value: number) => ({ labels: { state }, value });
  return [
    {
      name: 'twin_database_connections',
      help: 'Connections of this process to PostgreSQL.',
      labels: ['state'],
      of: 'process',
      read: () => [connections('used', pool.totalCount - pool.idleCount), connections('idle', pool.idleCount)],
    },
    {
      name: 'twin_database_waiting',
      help: 'Statements and transactions that wait for a connection; if it is seldom 0, DATABASE_POOL is too small.',
      of: 'process',
      read: () => [{ value: pool.waitingCount }],
    },
  ];
}

/** What pools and clients of the driver have in common. */
interface Driver {
  query(statement: string | Statement): Promise<pg.QueryResult>;
}

const connectionOf = (driver: Driver): Connection => ({
  query: (statement) => driver.query(statement).catch(refused),
});

/** What has no SQLSTATE was not said by the server: the driver tells of its connection in words only. */
function refused(error: unknown): never {
  if (isOutdated(error)) throw new OutdatedPlan('A table has changed.', { cause: error });
  const known = asUnavailable('database', error);
  const unheard = known instanceof Error && !('severity' in known) && known.name === 'Error';
  if (known instanceof Unavailable || !unheard) throw known;
  throw new Unavailable('database', known.message, { cause: known });
}

/** bigint as a number: every one we store is a count or a time in milliseconds. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return Number;
  return pg.types.getTypeParser(oid, format);
}
