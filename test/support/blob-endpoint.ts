import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { openBlobStore } from '../../src/kernel/blobs/open.ts';
import type { BlobAddress } from '../../src/kernel/blobs/port.ts';
import type { BlobStore } from '../../src/kernel/blobs/store.ts';
import { blobMigrations } from '../../src/kernel/blobs/tables.ts';
import type { Database } from '../../src/kernel/db/database.ts';
import { openSqlite } from '../../src/kernel/db/sqlite.ts';
import { type BlobServer, startBlobServer } from './blob-server.ts';

export const blockBlob = { 'x-ms-blob-type': 'BlockBlob' };

/** A block id as it stands in a URL. */
export const blockId = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));

export interface BlobEndpoint {
  readonly db: Database;
  readonly store: BlobStore;
  readonly server: BlobServer;
  openUpload(): Promise<BlobAddress>;
  /** The address of a new upload. */
  uploadUrl(name?: string): Promise<string>;
  /** A finished blob's download address. */
  kept(content: string, fileName?: string, contentType?: string, inline?: boolean): Promise<string>;
}

/** The blob endpoint on SQLite and files for the tests of a suite; use what it gives within tests only. */
export function useBlobEndpoint(): BlobEndpoint {
  const folder = mkdtempSync(join(tmpdir(), 'twin-blobs-'));
  const db = openSqlite(join(folder, 'blobs.sqlite'));
  let store: BlobStore | undefined;
  let server: BlobServer | undefined;
  const running = <T>(value: T | undefined): T => {
    assert.ok(value, 'used before the tests run');
    return value;
  };
  before(async () => {
    await db.migrate(blobMigrations);
    store = await openBlobStore(undefined, folder);
    server = await startBlobServer(db, store);
  });
  after(async () => {
    await server?.stop();
    await db.close();
    rmSync(folder, { recursive: true });
  });
  const endpoint: BlobEndpoint = {
    db,
    get store() {
      return running(store);
    },
    get server() {
      return running(server);
    },
    openUpload: () => db.write((tx) => running(server).blobs.openUpload(tx, { area: 'storage', container: 'uploads' })),
    uploadUrl: async (name = 'a.txt') => running(server).blobs.uploadUrl(await endpoint.openUpload(), name),
    async kept(content, fileName = 'a.txt', contentType = 'text/plain', inline = false) {
      const { blobs } = running(server);
      const address = await endpoint.openUpload();
      assert.equal((await put(blobs.uploadUrl(address, fileName), content)).status, 201);
      await db.write((tx) => blobs.finishUpload(tx, address.id));
      return blobs.downloadUrl(address, { fileName, contentType, inline, owner: undefined });
    },
  };
  return endpoint;
}

export const put = (url: string, body: string | Buffer, headers: Record<string, string> = blockBlob) =>
  fetch(url, { method: 'PUT', body, headers });

/** Asserts a refusal with its code in the header and in an XML body. */
export async function refused(response: Response | Promise<Response>, status: number, code: string): Promise<void> {
  const answer = await response;
  const text = await answer.text();
  assert.equal(answer.status, status, text);
  assert.equal(answer.headers.get('x-ms-error-code'), code);
  const error = `<Error><Code>${code}</Code><Message>[^<]+</Message></Error>`;
  assert.match(text, new RegExp(`^<\\?xml version="1.0" encoding="utf-8"\\?>${error}$`));
  assert.equal(answer.headers.get('content-type'), 'application/xml');
}
