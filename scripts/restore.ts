import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../src/config/config.ts';
import { openFileStore } from '../src/kernel/blobs/file-store.ts';
import { type Verified, verifyContent } from '../src/kernel/blobs/verify.ts';
import { openSqlite } from '../src/kernel/db/sqlite.ts';
import { folderOf, linesOf, type Report, runScript } from './report.ts';

const usage = `
Puts a backup into DATA_DIR, which must be empty:

  npm run -s restore -- <folder>

The bytes are compared with their digests on the way. A restore that was interrupted can be run again.
`;

/** Where everything lies until it is whole; what a server would find comes out of it last. */
const unfinished = 'restoring';
const database = 'platform.sqlite';

async function restore({ databaseUrl, dataDir }: Config, from: string): Promise<Report> {
  if (databaseUrl) throw new ConfigError('The database is PostgreSQL: restore it with pg_restore.');
  if (!existsSync(join(from, database))) throw new ConfigError(`${from} is no backup: it has no ${database}.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (readdirSync(dataDir).some((name) => name !== unfinished)) {
    throw new ConfigError(`${dataDir} is not empty. Move what is in it away first; nothing was changed.`);
  }
  const half = join(dataDir, unfinished);
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  const names = readdirSync(from).filter((name) => !/\.part$|-wal$|-shm$|^requests\.sqlite/.test(name));
  for (const name of names) await cp(join(from, name), join(half, name), { recursive: true, preserveTimestamps: true });
  const { contents, lines } = await verified(half);
  for (const name of [...names.filter((one) => one !== database), database]) {
    await rename(join(half, name), join(dataDir, name));
  }
  rmSync(join(half, 'blobs'), { recursive: true, force: true });
  rmdirSync(half);
  const text = `${dataDir}: restored, with ${contents} contents. The log of requests is in no backup: a new one begins.`;
  if (lines.length === 0) return { well: true, text };
  return { well: false, text: [`${text} Of these ${lines.length} are lost:`, ...lines].join('\n') };
}

async function verified(folder: string): Promise<{ contents: number; lines: string[] }> {
  const db = openSqlite(join(folder, database));
  const lost: Verified[] = [];
  let contents = 0;
  try {
    for await (const one of verifyContent(db, await openFileStore(join(folder, 'blobs')))) {
      contents++;
      if (one.lost !== undefined) lost.push(one);
    }
    return { contents, lines: await linesOf(db, lost) };
  } finally {
    await db.close();
  }
}

await runScript({ usage, words: { least: 1, most: 1 } }, ([from = '']) =>
  restore(readConfig(process.env), folderOf(from)),
);
