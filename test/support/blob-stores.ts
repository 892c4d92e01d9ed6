import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { openBlobStore } from '../../src/kernel/blobs/open.ts';
import type { BlobStore } from '../../src/kernel/blobs/store.ts';
import { startS3, type TestS3 } from './s3.ts';

/** Declares the same tests once per kind of blob store; `open` gives an empty one. */
export function eachBlobStore(name: string, tests: (open: () => Promise<BlobStore>) => void): void {
  describe(`${name} on files`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'twin-blobs-'));
    let opened = 0;
    after(() => rmSync(folder, { recursive: true, force: true }));
    tests(() => openBlobStore(undefined, join(folder, String(++opened))));
  });
  describe(`${name} on S3`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'twin-spool-'));
    const opened: BlobStore[] = [];
    let server: Promise<TestS3> | undefined;
    after(async () => {
      for (const store of opened) store.close();
      await (await server)?.stop();
      assert.deepEqual(filesIn(folder), [], 'nothing is left where parts of uploads wait');
      rmSync(folder, { recursive: true });
    });
    tests(async () => {
      server ??= startS3();
      const store = await openBlobStore(await (await server).createBucket(), folder);
      opened.push(store);
      return store;
    });
  });
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
