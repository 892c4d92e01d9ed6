import pg from 'pg';
import { databaseFailure, systemExceeded } from './failure.ts';
import type { DatabaseConnection } from './params.ts';

const connectMs = 10_000;
/** What an honest server needs to say itself that a query takes too long. */
const graceMs = 3000;
/** Of the answer to one statement: it is held in memory. */
const mostBytes = 64_000_000;

/** A connection in a transaction that reads only. */
export interface ReadingConnection {
  /** Values come as texts, whatever the other side says of their types. */
  rows(sql: string, parameters?: readonly unknown[]): Promise<readonly (readonly (string | null)[])[]>;
}

/** Connects to a database, works with it, and leaves it. Throws an `EngineFailure` of `failure.ts`. */
export async function readDatabase<T>(
  connection: DatabaseConnection,
  signal: AbortSignal | undefined,
  work: (connection: ReadingConnection) => Promise<T>,
): Promise<T> {
  const client = clientOf(connection);
  const meter = meterOf(client, connection);
  const stop = () => end(client);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    return await inTransaction(client, connection, meter, work);
  } catch (error) {
    signal?.throwIfAborted();
    if (meter.exceeded()) throw systemExceeded(`it answers a query with more than ${mostBytes / 1e6} MB at once.`);
    const { serverName, database, user, password } = connection;
    throw databaseFailure(error, [serverName, database, user, password]);
  } finally {
    signal?.removeEventListener('abort', stop);
    end(client);
  }
}

/** Nobody waits for a farewell: the other side may not answer. */
function end(client: pg.Client): void {
  client.connection.stream.destroy();
}

function clientOf({ address, serverName, ssl, ...connection }: DatabaseConnection): pg.Client {
  const { port, user, password, database, seconds } = connection;
  const secured = { servername: serverName, rejectUnauthorized: ssl === 'verify-full' };
  const client = new pg.Client({
    host: address,
    port,
    user,
    password,
    database,
    ssl: ssl === 'disable' ? false : secured,
    connectionTimeoutMillis: connectMs,
    query_timeout: seconds * 1000 + graceMs,
    application_name: 'twin-platform',
    types: { getTypeParser: () => (text: unknown) => text },
  });
  client.on('error', () => {}); // whoever waits for an answer hears of it
  return client;
}

interface Meter {
  /** Another statement begins. */
  reset(): void;
  exceeded(): boolean;
}

/** Counts what comes, within TLS too; who answers more than memory is for is left in the middle. */
function meterOf(client: pg.Client, { ssl }: DatabaseConnection): Meter {
  let received = 0;
  const count = (bytes: Buffer): void => {
    received += bytes.length;
    if (received > mostBytes) end(client);
  };
  if (ssl === 'disable') client.connection.stream.on('data', count);
  client.connection.on('sslconnect', () => void client.connection.stream.on('data', count));
  return {
    reset() {
      received = 0;
    },
    exceeded: () => received > mostBytes,
  };
}

async function inTransaction<T>(
  client: pg.Client,
  { seconds }: DatabaseConnection,
  meter: Meter,
  work: (connection: ReadingConnection) => Promise<T>,
): Promise<T> {
  const rows: ReadingConnection['rows'] = async (text, values = []) => {
    meter.reset();
    const found: { rows: unknown } = await client.query({ text, values: [...values], rowMode: 'array' });
    return Array.isArray(found.rows) ? found.rows : [];
  };
  await rows('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await rows(`SET LOCAL statement_timeout = ${seconds * 1000}`);
  const result = await work({ rows });
  await rows('COMMIT');
  return result;
}
