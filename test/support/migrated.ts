import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgres } from '../../src/kernel/db/postgres.ts';
import { openSqlite } from '../../src/kernel/db/sqlite.ts';
import { wiredApp } from '../../src/start/served-apis.ts';
import { foreignTable } from './foreign-names.ts';
import { createDatabase } from './postgres.ts';

/** Where the tests of a run find what was made for all of them. */
export type Templates = Readonly<Record<'TEST_MIGRATED_SQLITE' | 'TEST_MIGRATED_POSTGRES' | 'TEST_NAMES_FILE', string>>;

/**
 * Makes an empty database of either kind with all tables, of which the platforms of tests begin with a copy, and a table of
 * names with other words for everything that is served.
 */
export async function makeTemplates(postgresUrl: string, folder: string): Promise<Templates> {
  const { migrations, apis } = await wiredApp();
  const namesFile = join(folder, 'names.json');
  writeFileSync(namesFile, JSON.stringify(foreignTable(apis.filter(({ at }) => at !== 'auth')), undefined, 1));
  const sqliteFile = join(folder, 'migrated.sqlite');
  const postgresDatabase = await createDatabase(postgresUrl);
  for (const db of [openSqlite(sqliteFile), openPostgres(postgresDatabase)]) {
    await db.migrate(migrations);
    await db.close();
  }
  const name = new URL(postgresDatabase).pathname.slice(1);
  return { TEST_MIGRATED_SQLITE: sqliteFile, TEST_MIGRATED_POSTGRES: name, TEST_NAMES_FILE: namesFile };
}
