import { join } from 'node:path';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** PostgreSQL when a URL is given, else SQLite in the data folder, which `processes` of this server share. */
export function openDatabase(databaseUrl: string | undefined, dataDir: string, processes = 1): Database {
  if (databaseUrl) return openPostgres(databaseUrl);
  return openSqlite(join(dataDir, 'platform.sqlite'), { shared: processes > 1 });
}
