import { join } from 'node:path';
import type { Database } from './database.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';

/** PostgreSQL when a URL is given, else SQLite in the data folder. */
export async function openDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  sqlite?: SqliteOptions,
): Promise<Database> {
  if (databaseUrl === undefined) return openSqlite(join(dataDir, 'platform.sqlite'), sqlite);
  const { openPostgres } = await import('./postgres.ts'); // its library is for those who use it
  return openPostgres(databaseUrl);
}
