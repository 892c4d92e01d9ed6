import { existsSync, renameSync, rmSync } from 'node:fs';
import { isDamage } from '../../../std/unavailable.ts';
import { type BesideFile, openBeside } from '../../db/sqlite-beside.ts';
import { bodiesTableOf, hourOfTable, indexes, partialIndexes, type Row, tableOf } from './rows.ts';

/** What another program has written in another form is not read: it would end soon anyhow. */
const schemaVersion = 1;

/** Opens the file. One that is damaged is put aside, and a new one is begun; `told` hears where the old one is. */
export function openWhole(path: string, told: (aside: string) => void): BesideFile {
  try {
    return opened(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    putAside(path, told);
    return opened(path);
  }
}

export function putAside(path: string, told: (aside: string) => void): void {
  const aside = `${path}.damaged`;
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
  if (!existsSync(path)) return;
  renameSync(path, aside);
  told(aside);
}

function opened(path: string): BesideFile {
  const file = openBeside(path);
  try {
    const [known] = file.all('PRAGMA user_version', []);
    const [tables] = file.all('SELECT count(*) AS count FROM sqlite_schema', []);
    if (Number(tables?.count ?? 0) > 0 && Number(known?.user_version) !== schemaVersion) dropAll(file);
    file.exec(
      `CREATE TABLE IF NOT EXISTS state (one integer PRIMARY KEY CHECK (one = 1), last bigint NOT NULL);
       INSERT OR IGNORE INTO state VALUES (1, 0);
       PRAGMA user_version = ${schemaVersion};`,
    );
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

function dropAll(file: BesideFile): void {
  const names = file.all("SELECT name FROM sqlite_schema WHERE type = 'table'", []);
  for (const { name } of names) file.exec(`DROP TABLE ${String(name)}`);
}

/** The hours that there are, the newest first. */
export const hoursIn = (file: Pick<BesideFile, 'all'>): number[] =>
  file
    .all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'requests_[0-9]*'", [])
    .map(({ name }: Row) => hourOfTable(String(name)))
    .sort((a, b) => b - a);

/** Makes the tables of an hour where they are missing. */
export function makeHour(file: BesideFile, hour: number): void {
  const table = tableOf(hour);
  const columns = `sequence integer PRIMARY KEY, id text NOT NULL, user_id text NOT NULL, user_organization text,
    client_id text NOT NULL, client_organization text, mode text NOT NULL, operation_id text, api text, method text NOT NULL,
    path text NOT NULL, status integer, code text, twin_id text, correlation_id text NOT NULL, ms real NOT NULL,
    sampled integer NOT NULL, jobs text, key_digest text, retry_of text, bodies integer NOT NULL, facts text NOT NULL`;
  file.exec(`CREATE TABLE IF NOT EXISTS ${table} (${columns})`);
  file.exec(`CREATE UNIQUE INDEX IF NOT EXISTS ${table}_id ON ${table} (id)`);
  for (const [column, condition] of indexes) {
    file.exec(`CREATE INDEX IF NOT EXISTS ${table}_${column} ON ${table} (${column}, id) ${condition}`);
  }
  for (const [name, on, condition] of partialIndexes) {
    file.exec(`CREATE INDEX IF NOT EXISTS ${table}_${name} ON ${table} (${on}) ${condition}`);
  }
  file.exec(
    `CREATE TABLE IF NOT EXISTS ${bodiesTableOf(hour)}
     (id text PRIMARY KEY, client_id text NOT NULL, request text NOT NULL, response text NOT NULL) WITHOUT ROWID`,
  );
}

export function dropHour(file: BesideFile, hour: number): void {
  file.exec(`DROP TABLE IF EXISTS ${tableOf(hour)}`);
  file.exec(`DROP TABLE IF EXISTS ${bodiesTableOf(hour)}`);
}
