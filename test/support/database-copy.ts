import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { factOf } from '../../src/std/errors.ts';

/** What a database held at one moment. */
export interface DatabaseCopy {
  /** Makes the database hold that again, while the program runs on it; does nothing where it still does. */
  putBack(): Promise<void>;
}

/** Takes copies of one database beside the program that uses it. */
export interface Copier {
  copy(): Promise<DatabaseCopy>;
  close(): Promise<void>;
}

/** What belongs to the running program, not to what people have made: it stays as it is. */
const ofTheProgram = ['migrations', 'job_workers', 'maintenance', 'auth_signing_keys'];
/** The log of requests is written beside everything, and is none of what people have made. */
const ofTheRequestLog = /^request(s|_bodies)(_\d+)?$|^request_log_state$/;
const isKept = (table: string): boolean =>
  !ofTheProgram.includes(table) && !ofTheRequestLog.test(table) && !table.startsWith('sqlite_');

let timesPutBack = 0;
/** Whoever is at work on a job holds an older fence, and can write nothing to the row that was put back. */
const newFences = (): string => `UPDATE jobs SET fence = fence + ${1000 * ++timesPutBack}`;

/** Of a SQLite file. Copies lie in memory; all tables are put back, since most of them are empty or small. */
export async function sqliteCopier(file: string): Promise<Copier> {
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  connection.exec('PRAGMA synchronous = OFF');
  /** Another number after each commit of anybody else. */
  const version = connection.prepare('PRAGMA data_version');
  const versionNow = () => version.get()?.data_version;
  let copies = 0;
  let last = { copy: 0, version: versionNow() };
  return {
    async copy() {
      const number = ++copies;
      const schema = `kept${number}`;
      connection.exec(`ATTACH ':memory:' AS ${schema}`);
      const tables = connection.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").all();
      const names = tables.map(({ name }) => String(name)).filter(isKept);
      const back = names.flatMap((name) => [
        `DELETE FROM main."${name}"`,
        `INSERT INTO main."${name}" SELECT * FROM ${schema}."${name}"`,
      ]);
      const run = async (statements: readonly string[]) => {
        await inTransaction(connection, statements);
        last = { copy: number, version: versionNow() };
      };
      await run(names.map((name) => `CREATE TABLE ${schema}."${name}" AS SELECT * FROM main."${name}"`));
      return {
        async putBack() {
          if (last.copy !== number || last.version !== versionNow()) await run([...back, newFences()]);
        },
      };
    },
    close: async () => connection.close(),
  };
}

/** The writer of the program is in this very thread, so it is never waited for within a statement. */
async function inTransaction(connection: DatabaseSync, statements: readonly string[]): Promise<void> {
  for (;;) {
    try {
      connection.exec('BEGIN IMMEDIATE');
      break;
    } catch (error) {
      if (factOf(error, 'errcode') !== 5) throw error;
      await sleep(1);
    }
  }
  connection.exec(`${statements.join(';')}; COMMIT`);
}

/** By database: for each of its copies, the tables in which it may hold something else by now. */
const differing = new Map<string, Set<string>[]>();
const changes = /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/gi;
const tablesByText = new Map<string, readonly string[]>();

function tablesOf(text: string): readonly string[] {
  let tables = tablesByText.get(text);
  if (tables === undefined) {
    tables = [...text.matchAll(changes)].flatMap(([, table]) => table ?? []);
    tablesByText.set(text, tables);
  }
  return tables;
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const copies = differing.get(this.database ?? '') ?? [];
  const text = typeof given[0] === 'string' ? given[0] : factOf(given[0], 'text');
  if (copies.length > 0 && typeof text === 'string') {
    for (const table of tablesOf(text)) for (const copy of copies) copy.add(table);
  }
  return Reflect.apply(query, this, given);
};

const deadlock = '40P01'; // https://www.postgresql.org/docs/current/errcodes-appendix.html

/** Of a PostgreSQL database that only this process writes to. A copy is a schema; what was written to is put back. */
export async function postgresCopier(url: string): Promise<Copier> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = (statements: readonly string[]): Promise<pg.QueryResult> =>
    Reflect.apply(query, client, [statements.join(';')]);
  /** Work beside the request may hold what a copy is put back to, and wait for what it has already: then it goes first. */
  async function untilNoDeadlock(statements: readonly string[]): Promise<void> {
    for (;;) {
      try {
        await run(statements);
        return;
      } catch (error) {
        await run(['ROLLBACK']);
        if (factOf(error, 'code') !== deadlock) throw error;
      }
    }
  }
  const copies: Set<string>[] = [];
  differing.set(client.database ?? '', copies);
  return {
    async copy() {
      const schema = `kept${copies.length + 1}`;
      const tables = await client.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
      const names = tables.rows.map(({ name }) => String(name)).filter(isKept);
      const isFilled = names.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM public."${name}")`);
      const filled = (await run([isFilled.join(' UNION ALL ')])).rows.map(({ name }) => String(name));
      const changed = new Set<string>();
      copies.push(changed);
      await run([
        'BEGIN ISOLATION LEVEL REPEATABLE READ',
        `CREATE SCHEMA ${schema}`,
        ...filled.map((name) => `CREATE UNLOGGED TABLE ${schema}."${name}" AS TABLE public."${name}"`),
        'COMMIT',
      ]);
      return {
        async putBack() {
          const back = names.filter((name) => changed.has(name));
          if (back.length === 0) return;
          for (const other of copies) for (const name of back) other.add(name);
          changed.clear();
          await untilNoDeadlock([
            'BEGIN',
            'SET LOCAL session_replication_role = replica',
            ...back.map((name) => `DELETE FROM public."${name}"`),
            ...back
              .filter((name) => filled.includes(name))
              .map((name) => `INSERT INTO public."${name}" TABLE ${schema}."${name}"`),
            ...(back.includes('jobs') ? [newFences()] : []),
            'COMMIT',
          ]);
        },
      };
    },
    async close() {
      differing.delete(client.database ?? '');
      await client.end();
    },
  };
}
