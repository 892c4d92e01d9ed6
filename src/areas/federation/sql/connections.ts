import pg from 'pg';
import { checkedAddresses } from '../../../kernel/outgoing/destination.ts';
import type { Networks } from '../../../kernel/std/network.ts';
import { type Room, roomFor } from '../../../kernel/std/room.ts';
import { credentialOf } from '../system/credentials.ts';
import type { Credentials } from '../tables.ts';
import { failureOf, SystemFailure } from './failure.ts';

const mostAtOnce = 3;
const idleMs = 60_000;
const connectMs = 10_000;
const longestSeconds = 60;
/** What an honest server needs to say itself that a query takes too long. */
const graceMs = 3000;
/** Of the answer to one statement: it is held in memory. */
const mostBytes = 64_000_000;

/** A connection in a transaction that reads only. */
export interface ReadingConnection {
  /** Values come as texts, whatever the other side says of their types. */
  rows(sql: string, parameters?: readonly unknown[]): Promise<readonly (readonly (string | null)[])[]>;
}

/** A database that a twin has stored. */
export interface SqlSystem {
  /** Changes with its credentials. */
  readonly key: string;
  readonly credentials: Credentials;
}

export type ReadSystem = <T>(
  system: SqlSystem,
  signal: AbortSignal,
  work: (connection: ReadingConnection) => Promise<T>,
) => Promise<T>;

interface Idle {
  readonly client: pg.Client;
  readonly clock: NodeJS.Timeout;
}

interface Held {
  readonly room: Room;
  readonly idle: Idle[];
  users: number;
}

const valueIn = (credentials: Credentials, name: string): string => credentialOf(credentials, 'Federation.Sql', name);

/** Connections to the databases of twins: few at a time each, kept for a minute. */
export function sqlConnections(allowed: Networks): { readonly read: ReadSystem; close(): void } {
  const held = new Map<string, Held>();

  function heldFor(key: string): Held {
    const found = held.get(key) ?? { room: roomFor(mostAtOnce), idle: [], users: 0 };
    held.set(key, found);
    return found;
  }

  function keep(key: string, client: pg.Client): void {
    const at = heldFor(key);
    const clock = setTimeout(() => {
      at.idle.splice(at.idle.indexOf(one), 1);
      end(client);
      if (at.idle.length === 0 && at.users === 0) held.delete(key);
    }, idleMs).unref();
    const one = { client, clock };
    at.idle.push(one);
  }

  async function taken(system: SqlSystem): Promise<pg.Client> {
    const one = heldFor(system.key).idle.pop();
    if (one === undefined) return connect(system.credentials, allowed);
    clearTimeout(one.clock);
    return one.client;
  }

  const read: ReadSystem = async (system, signal, work) => {
    const secrets = ['Server', 'Database', 'UserId', 'Password'].map((name) => valueIn(system.credentials, name));
    const at = heldFor(system.key);
    at.users++;
    try {
      return await at.room(signal, async () => {
        const client = await taken(system);
        const stop = () => end(client);
        signal.addEventListener('abort', stop, { once: true });
        try {
          const result = await inTransaction(client, system.credentials, work);
          keep(system.key, client);
          return result;
        } catch (error) {
          end(client);
          throw error;
        } finally {
          signal.removeEventListener('abort', stop);
        }
      });
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error, secrets);
    } finally {
      at.users--;
    }
  };
  return {
    read,
    close() {
      for (const { idle } of held.values()) for (const { client } of idle) end(client);
    },
  };
}

/** Nobody waits for a farewell: the other side may not answer. */
function end(client: pg.Client): void {
  client.connection.stream.destroy();
}

async function connect(credentials: Credentials, allowed: Networks): Promise<pg.Client> {
  const of = (name: string): string => valueIn(credentials, name);
  for (const name of ['Server', 'Database', 'UserId', 'Password']) {
    if (of(name) === '') throw new SystemFailure(`its property '${name}' is missing.`);
  }
  const addresses = await checkedAddresses(of('Server'), allowed);
  const address = typeof addresses === 'string' ? undefined : addresses[0]?.address;
  if (address === undefined) {
    const why = addresses === 'notAllowed' ? 'this server may not connect to its network.' : 'its server is not found.';
    throw new SystemFailure(why);
  }
  const ssl = { servername: of('Server'), rejectUnauthorized: of('Ssl') === 'verify-full' };
  const client = new pg.Client({
    ...{ host: address, port: Number(of('Port')), user: of('UserId'), password: of('Password') },
    ...{ database: of('Database'), ssl: of('Ssl') === 'disable' ? false : ssl, connectionTimeoutMillis: connectMs },
    query_timeout: secondsOf(credentials) * 1000 + graceMs,
    ...{ application_name: 'twin-platform', types: { getTypeParser: () => (text: unknown) => text } },
  });
  client.on('error', () => {}); // an idle one may end at any time; whoever uses it hears of it
  if (of('Ssl') === 'disable') await within(client, () => client.connect());
  else await client.connect();
  return client;
}

const secondsOf = (credentials: Credentials): number =>
  Math.min(longestSeconds, Math.max(1, Number(valueIn(credentials, 'CommandTimeout'))));

/** Work with a connection; who answers more than memory is for is left in the middle. */
async function within<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const { stream } = client.connection;
  let received = 0;
  const count = (bytes: Buffer): void => {
    received += bytes.length;
    if (received > mostBytes) end(client);
  };
  stream.on('data', count);
  try {
    return await work();
  } catch (error) {
    throw received > mostBytes
      ? new SystemFailure(`it answers a query with more than ${mostBytes / 1e6} MB at once.`)
      : error;
  } finally {
    stream.off('data', count);
  }
}

async function inTransaction<T>(
  client: pg.Client,
  credentials: Credentials,
  work: (connection: ReadingConnection) => Promise<T>,
): Promise<T> {
  const rows: ReadingConnection['rows'] = async (text, values = []) => {
    const found: { rows: unknown } = await within(client, () =>
      client.query({ text, values: [...values], rowMode: 'array' }),
    );
    return Array.isArray(found.rows) ? found.rows : [];
  };
  await rows('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await rows(`SET LOCAL statement_timeout = ${secondsOf(credentials) * 1000}`);
  const result = await work({ rows });
  await rows('COMMIT');
  return result;
}
