import { join } from 'node:path';
import { openApp } from '../../src/app.ts';
import { openPostgres } from '../../src/kernel/db/postgres.ts';
import { openSqlite } from '../../src/kernel/db/sqlite.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { readConfig } from '../../src/start/config.ts';
import { createDatabase } from './postgres.ts';

/** Where the tests of a run find what was made for all of them. */
export type Templates = Readonly<Record<'TEST_MIGRATED_SQLITE' | 'TEST_MIGRATED_POSTGRES', string>>;

/** Makes an empty database of either kind with all tables, of which the platforms of tests begin with a copy. */
export async function makeTemplates(postgresUrl: string, folder: string): Promise<Templates> {
  const app = await openApp(readConfig({ DATA_DIR: join(folder, 'migrated') }), { log: silentLog });
  await app.close();
  const sqliteFile = join(folder, 'migrated.sqlite');
  const postgresDatabase = await createDatabase(postgresUrl);
  for (const db of [openSqlite(sqliteFile), openPostgres(postgresDatabase)]) {
    await db.migrate(app.migrations);
    await db.close();
  }
  const name = new URL(postgresDatabase).pathname.slice(1);
  return { TEST_MIGRATED_SQLITE: sqliteFile, TEST_MIGRATED_POSTGRES: name };
}
