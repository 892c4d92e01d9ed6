import { join } from 'node:path';
import type { Database } from './database.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';
import { tracedWrites } from './traced.ts';

/** PostgreSQL when a URL is given, else SQLite in the data folder. */
export async function openDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  { sqlite, poolSize }: { readonly sqlite?: SqliteOptions | undefined; readonly poolSize?: number } = {},
): Promise<Database> {
  if (databaseUrl === undefined) return tracedWrites(openSqlite(join(dataDir, 'platform.sqlite'), sqlite));
  const { openPostgres } = await import('./postgres.ts'); // its library is for those who use it
  return tracedWrites(openPostgres(databaseUrl, { poolSize }));
}
