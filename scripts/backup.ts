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
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Config, ConfigError, readConfig } from '../src/config/config.ts';
import { openFileStore } from '../src/kernel/blobs/file-store.ts';
import { type PartRow, partsOf } from '../src/kernel/blobs/tables.ts';
import { type Verified, verifyContent } from '../src/kernel/blobs/verify.ts';
import { openSqlite } from '../src/kernel/db/sqlite.ts';
import { folderOf, linesOf, type Report, runScript } from './report.ts';

const usage = `
Copies the data folder of an installation on SQLite, while it runs:

  npm run -s backup -- <folder>

It reads DATA_DIR, DATABASE_URL and BLOB_URL as the server does. The copy is itself a data folder. A second backup
into the same folder copies only what is new. Content that is lost does not stop it: all of it is listed at the end.
`;

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
 * What is missing all the same, or not as it was stored, is told.
 */
async function backUp(config: Config, target: string): Promise<Report> {
  if (config.databaseUrl) throw new ConfigError('The database is PostgreSQL: back it up with pg_dump.');
  const source = join(config.dataDir, 'platform.sqlite');
  if (!existsSync(source)) throw new ConfigError(`There is no ${source}. Is DATA_DIR right?`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const key = join(config.dataDir, 'secrets.key');
  if (existsSync(key)) await copyWhole(key, join(target, 'secrets.key'));
  const snapshot = join(target, 'platform.sqlite.part');
  copyDatabase(source, snapshot);
  const objects = config.blobUrl ? [] : objectsIn(snapshot);
  const copies = join(target, 'blobs');
  const { copied, failed } = await copyObjects(objects, join(config.dataDir, 'blobs'), copies);
  const suspects = new Set([...copied, ...failed]);
  const lines = suspects.size === 0 ? [] : await lostAmong(suspects, snapshot, copies);
  for (const ending of ['-wal', '-shm']) rmSync(join(target, `platform.sqlite${ending}`), { force: true });
  renameSync(snapshot, join(target, 'platform.sqlite'));
  const bytes = statSync(join(target, 'platform.sqlite')).size;
  const elsewhere = config.blobUrl ? ' The files are in the bucket: it must be backed up by itself.' : '';
  const text = `${target}: database of ${bytes} bytes, ${objects.length} objects, ${copied.length} of them new.${elsewhere}`;
  if (lines.length === 0) return { well: true, text };
  return {
    well: false,
    text: [text, `${lines.length} contents are lost; all others are in the backup:`, ...lines].join('\n'),
  };
}

/** The content with these objects that is not whole. Copies of changed bytes are not kept, so that the next run tells of them again. */
async function lostAmong(keys: ReadonlySet<string>, database: string, copies: string): Promise<string[]> {
  const db = openSqlite(database);
  const damaged = new Set<string>();
  const sound = new Set<string>();
  const lost: Verified[] = [];
  try {
    const wanted = (parts: readonly PartRow[]) => parts.some(({ key }) => keys.has(key));
    for await (const one of verifyContent(db, await openFileStore(copies), { wanted })) {
      const objects = one.lost === undefined ? sound : damaged;
      for (const { key } of await db.all(partsOf, { blob: one.blob.id })) objects.add(key);
      if (one.lost !== undefined) lost.push(one);
    }
    for (const key of damaged.difference(sound)) rmSync(join(copies, key.slice(0, 2), key), { force: true });
    return await linesOf(db, lost);
  } finally {
    await db.close();
  }
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

/** Answers which were new and which could not be read; removes what the database no longer names. */
async function copyObjects(
  objects: readonly Named[],
  from: string,
  to: string,
): Promise<{ copied: string[]; failed: string[] }> {
  const copied: string[] = [];
  const failed: string[] = [];
  for (const { key, kept } of objects) {
    const place = join(key.slice(0, 2), key);
    if (existsSync(join(to, place))) continue;
    mkdirSync(join(to, key.slice(0, 2)), { recursive: true });
    try {
      await copyWhole(join(from, place), join(to, place));
      copied.push(key);
    } catch (error) {
      if (!unreadable.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      if (kept) failed.push(key);
    }
  }
  const named = new Set(objects.map(({ key }) => key));
  for (const folder of existsSync(to) ? readdirSync(to) : []) {
    for (const key of readdirSync(join(to, folder))) if (!named.has(key)) rmSync(join(to, folder, key));
  }
  return { copied, failed };
}

/** Missing, or on a broken part of the disk. */
const unreadable = new Set(['ENOENT', 'EIO']);

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

await runScript({ usage, words: { least: 1, most: 1 } }, ([target = '']) =>
  backUp(readConfig(process.env), folderOf(target)),
);
