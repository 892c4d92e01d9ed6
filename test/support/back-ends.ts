import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openBlobStore } from '../../src/kernel/blobs/open.ts';
import type { BlobStore } from '../../src/kernel/blobs/store.ts';
import type { Database } from '../../src/kernel/db/database.ts';
import { eachDatabase } from './databases.ts';
import { startS3, type TestS3 } from './s3.ts';

export interface BackEnd {
  readonly db: Database;
  readonly store: BlobStore;
}

/** Declares the same tests on SQLite with files, and on PostgreSQL with S3; `open` gives an empty pair. */
export function eachBackEnd(name: string, tests: (open: () => Promise<BackEnd>) => void): void {
  eachDatabase(name, (openDatabase) => {
    const folder = mkdtempSync(join(tmpdir(), 'twin-blobs-'));
    const stores: BlobStore[] = [];
    let server: Promise<TestS3> | undefined;
    after(async () => {
      for (const store of stores) store.close();
      await (await server)?.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    const bucket = async () => {
      server ??= startS3();
      return (await server).createBucket();
    };
    tests(async () => {
      const db = await openDatabase();
      const url = db.dialect === 'sqlite' ? undefined : await bucket();
      const store = await openBlobStore(url, join(folder, String(stores.length)));
      stores.push(store);
      return { db, store };
    });
  });
}
