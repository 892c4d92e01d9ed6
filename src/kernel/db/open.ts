import { join } from 'node:path';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

/** PostgreSQL when a URL is given, else SQLite in the data folder. */
export async function openDatabase(databaseUrl: string | undefined, dataDir: string): Promise<Database> {
  if (databaseUrl === undefined) return openSqlite(join(dataDir, 'platform.sqlite'));
  const { openPostgres } = await import('./postgres.ts'); // its library is for those who use it
  return openPostgres(databaseUrl);
}
