import { firstIdOf } from '../../../std/time-id.ts';
import type { Connection } from '../../db/postgres-pool.ts';
import { bodiesTableOf, hourMs, hourOfTable, indexes, partialIndexes, tableOf } from './rows.ts';

/** Held while a process makes or drops hours. */
const schemaLock = 7_246_013;
const text = 'text COLLATE "C"';

const statements = [
  `CREATE TABLE IF NOT EXISTS requests (
    sequence bigint NOT NULL, id ${text} NOT NULL, user_id ${text} NOT NULL, user_organization ${text},
    client_id ${text} NOT NULL, client_organization ${text}, mode ${text} NOT NULL, operation_id ${text}, api ${text},
    method ${text} NOT NULL, path ${text} NOT NULL, status integer, code ${text}, twin_id ${text},
    correlation_id ${text} NOT NULL, ms double precision NOT NULL, sampled integer NOT NULL, jobs ${text},
    key_digest ${text}, retry_of ${text}, bodies integer NOT NULL, facts ${text} NOT NULL
  ) PARTITION BY RANGE (id)`,
  'CREATE UNIQUE INDEX IF NOT EXISTS requests_id ON requests (id)',
  'CREATE INDEX IF NOT EXISTS requests_sequence ON requests (sequence)',
  ...indexes.map(
    ([column, condition]) => `CREATE INDEX IF NOT EXISTS requests_${column} ON requests (${column}, id) ${condition}`,
  ),
  ...partialIndexes.map(
    ([name, on, condition]) => `CREATE INDEX IF NOT EXISTS requests_${name} ON requests (${on}) ${condition}`,
  ),
  `CREATE TABLE IF NOT EXISTS request_bodies (
    id ${text} NOT NULL, client_id ${text} NOT NULL, request ${text} NOT NULL, response ${text} NOT NULL
  ) PARTITION BY RANGE (id)`,
  'CREATE UNIQUE INDEX IF NOT EXISTS request_bodies_id ON request_bodies (id)',
  'CREATE TABLE IF NOT EXISTS request_log_state (one integer PRIMARY KEY CHECK (one = 1), last bigint NOT NULL)',
  'INSERT INTO request_log_state VALUES (1, 0) ON CONFLICT DO NOTHING',
];

/** Runs work in a transaction in which no other process changes the tables. */
export async function changingTables(connection: Connection, work: () => Promise<void>): Promise<void> {
  await connection.query('BEGIN');
  try {
    await connection.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [schemaLock] });
    await work();
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Makes the tables that the hours are parts of. They are no part of the schema of the program: nothing else reads them. */
export const makeTables = (connection: Connection): Promise<void> =>
  changingTables(connection, async () => {
    for (const statement of statements) await connection.query(statement);
  });

/** Makes the tables of hours; what they hold is lost at a crash of the database. */
export const makeHours = (connection: Connection, hours: readonly number[]): Promise<void> =>
  changingTables(connection, async () => {
    for (const hour of hours) {
      const range = `FOR VALUES FROM ('${firstIdOf(hour * hourMs)}') TO ('${firstIdOf((hour + 1) * hourMs)}')`;
      for (const [name, parent] of [
        [tableOf(hour), 'requests'],
        [bodiesTableOf(hour), 'request_bodies'],
      ]) {
        await connection.query(`CREATE UNLOGGED TABLE IF NOT EXISTS ${name} PARTITION OF ${parent} ${range}`);
      }
    }
  });

export const dropHour = (connection: Connection, hour: number): Promise<void> =>
  changingTables(connection, async () => {
    await connection.query(`DROP TABLE IF EXISTS ${tableOf(hour)}, ${bodiesTableOf(hour)}`);
  });

/** The hours that there are, the newest first. */
export async function hoursIn(connection: Connection): Promise<number[]> {
  const { rows } = await connection.query(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass('requests')`,
  );
  return rows.map(({ name }) => hourOfTable(String(name))).sort((a, b) => b - a);
}

export async function bytesOf(connection: Connection): Promise<number> {
  const { rows } = await connection.query(
    `SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0)::bigint AS bytes FROM pg_inherits
     WHERE inhparent IN (to_regclass('requests'), to_regclass('request_bodies'))`,
  );
  return Number(rows[0]?.bytes ?? 0);
}
