import { join } from 'node:path';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** PostgreSQL when a URL is given, else SQLite in the data folder. */
export function openDatabase(databaseUrl: string | undefined, dataDir: string): Database {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(join(dataDir, 'platform.sqlite'));
}
