import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Config, ConfigError, readConfig } from '../src/config.ts';
import { keepToOurselves } from '../src/data-folder.ts';

/*
 * Copies the data folder of an installation on SQLite, while it runs:
 *
 *   node scripts/backup.ts <folder>
 *
 * It reads DATA_DIR, DATABASE_URL and BLOB_URL as the server does. The copy is itself a data folder. A second backup
 * into the same folder copies only what is new.
 */

/** A file of the blob store that the database names. */
interface Named {
  readonly key: string;
  /** 1 when the content it is part of is finished; blocks of a running upload may go at any moment. */
  readonly kept: number;
}

const namedObjects = `
  SELECT p.key AS key, max(b.state = 'kept') AS kept FROM blob_parts p JOIN blobs b ON b.id = p.blob
    WHERE b.state <> 'removed' GROUP BY p.key
  UNION SELECT key, 0 FROM blob_blocks WHERE key NOT IN (SELECT key FROM blob_parts)`;

/**
 * The database first, then the objects that it names: objects never change, and stay for an hour after their removal.
 * Throws when one is missing all the same.
 */
async function backUp(config: Config, target: string): Promise<string> {
  if (config.databaseUrl) throw new ConfigError('The database is PostgreSQL: back it up with pg_dump.');
  const source = join(config.dataDir, 'platform.sqlite');
  if (!existsSync(source)) throw new ConfigError(`There is no ${source}. Is DATA_DIR right?`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const key = join(config.dataDir, 'secrets.key');
  if (existsSync(key)) await copyWhole(key, join(target, 'secrets.key'));
  const snapshot = join(target, 'platform.sqlite.part');
  copyDatabase(source, snapshot);
  const objects = config.blobUrl ? [] : objectsIn(snapshot);
  const copied = await copyObjects(objects, join(config.dataDir, 'blobs'), join(target, 'blobs'));
  for (const ending of ['-wal', '-shm']) rmSync(join(target, `platform.sqlite${ending}`), { force: true });
  renameSync(snapshot, join(target, 'platform.sqlite'));
  const bytes = statSync(join(target, 'platform.sqlite')).size;
  const elsewhere = config.blobUrl ? ' The files are in the bucket: it must be backed up by itself.' : '';
  return `${target}: database of ${bytes} bytes, ${objects.length} objects, ${copied} of them new.${elsewhere}`;
}

/** One consistent state, whatever is written meanwhile. */
function copyDatabase(from: string, to: string): void {
  rmSync(to, { force: true });
  const db = new DatabaseSync(from);
  db.exec('PRAGMA busy_timeout = 10000');
  db.prepare('VACUUM INTO ?').run(to);
  db.close();
  sync(to);
}

function objectsIn(database: string): Named[] {
  const db = new DatabaseSync(database, { readOnly: true });
  const rows = db.prepare(namedObjects).all() as unknown as Named[];
  db.close();
  return rows;
}

/** Answers how many were new; removes what the database no longer names. */
async function copyObjects(objects: readonly Named[], from: string, to: string): Promise<number> {
  let copied = 0;
  for (const { key, kept } of objects) {
    const place = join(key.slice(0, 2), key);
    if (existsSync(join(to, place))) continue;
    mkdirSync(join(to, key.slice(0, 2)), { recursive: true });
    try {
      await copyWhole(join(from, place), join(to, place));
      copied++;
    } catch (error) {
      if (kept) throw error;
    }
  }
  const named = new Set(objects.map(({ key }) => key));
  for (const folder of existsSync(to) ? readdirSync(to) : []) {
    for (const key of readdirSync(join(to, folder))) if (!named.has(key)) rmSync(join(to, folder, key));
  }
  return copied;
}

/** A file appears under its name only when it is whole. */
async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, `${to}.part`);
  chmodSync(`${to}.part`, 0o600); // as it was made, whoever could read the old one
  sync(`${to}.part`);
  renameSync(`${to}.part`, to);
}

function sync(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

keepToOurselves();
const [target] = process.argv.slice(2);
try {
  if (target === undefined) throw new ConfigError('Use: node scripts/backup.ts <folder>');
  console.log(await backUp(readConfig(process.env), resolve(target)));
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
