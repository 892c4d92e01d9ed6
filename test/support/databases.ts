import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import type { Database } from '../../src/kernel/db/database.ts';
import { openPostgres } from '../../src/kernel/db/postgres.ts';
import { openSqlite } from '../../src/kernel/db/sqlite.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** Declares the same tests once per dialect; `open` gives an empty database, closed when the suite ends. */
export function eachDatabase(name: string, tests: (open: () => Promise<Database>) => void): void {
  describe(`${name} on SQLite`, () => {
    const opened: Database[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'twin-sqlite-'));
    after(async () => {
      for (const db of opened) await db.close();
      rmSync(folder, { recursive: true, force: true });
    });
    tests(async () => {
      const db = openSqlite(join(folder, `${opened.length}.sqlite`));
      opened.push(db);
      return db;
    });
  });
  describe(`${name} on PostgreSQL`, () => {
    const opened: Database[] = [];
    let server: Promise<TestPostgres> | undefined;
    after(async () => {
      for (const db of opened) await db.close();
      await (await server)?.stop();
    });
    tests(async () => {
      server ??= startPostgres();
      const db = openPostgres(await (await server).createDatabase());
      opened.push(db);
      return db;
    });
  });
}
