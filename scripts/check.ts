import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Config, ConfigError, readConfig } from '../src/config/config.ts';
import { countUnreferenced } from '../src/kernel/blobs/collect.ts';
import { openBlobStore } from '../src/kernel/blobs/open.ts';
import { type Verified, verifyContent } from '../src/kernel/blobs/verify.ts';
import { openDatabase } from '../src/kernel/db/open.ts';
import { linesOf, type Report, runScript } from './report.ts';

const usage = `
Looks through the database and reads all stored content, while the server runs or not:

  npm run -s check

It reads DATA_DIR, DATABASE_URL and BLOB_URL as the server does, changes nothing, and ends with 1 when something is
wrong.
`;

/** What SQLite itself finds wrong with its file. */
function faultsOf(file: string): string[] {
  if (!existsSync(file)) throw new ConfigError(`There is no ${file}. Is DATA_DIR right?`);
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.exec('PRAGMA busy_timeout = 10000');
    const rows = db.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    const broken = db.prepare('PRAGMA foreign_key_check').all() as { table: string }[];
    return [
      ...rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
      ...broken.map(({ table }) => `a row of ${table} refers to one that is not there`),
    ];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    db.close();
  }
}

async function check({ databaseUrl, dataDir, blobUrl }: Config): Promise<Report> {
  const file = join(dataDir, 'platform.sqlite');
  const faults = databaseUrl === undefined ? faultsOf(file) : [];
  if (faults.length > 0) {
    return {
      well: false,
      text: [`${file} is damaged; restore a backup:`, ...faults.map((one) => `  ${one}`)].join('\n'),
    };
  }
  const db = await openDatabase(databaseUrl, dataDir);
  const store = await openBlobStore(blobUrl, dataDir);
  try {
    const lost: Verified[] = [];
    let contents = 0;
    let bytes = 0;
    for await (const verified of verifyContent(db, store)) {
      contents++;
      bytes += verified.blob.size ?? 0;
      if (verified.lost !== undefined) lost.push(verified);
    }
    const sound = databaseUrl === undefined ? `${file} is sound. ` : '';
    const seen = `${sound}${contents} contents of ${bytes} bytes`;
    const unnamed = unreferencedText(await countUnreferenced({ db, store, now: Date.now }));
    if (lost.length === 0) return { well: true, text: `${seen}: all are as they were stored.${unnamed}` };
    return {
      well: false,
      text: [`${seen}, of which ${lost.length} are lost:`, ...(await linesOf(db, lost))].join('\n') + unnamed,
    };
  } finally {
    store.close();
    await db.close();
  }
}

const unreferencedText = (count: number): string =>
  count === 0 ? '' : `\n${count} objects are named by no content; the server removes them within a day.`;

await runScript({ usage }, () => check(readConfig(process.env)));
