import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { blockBlob } from '../../../test/support/blob-endpoint.ts';
import { type BlobServer, startBlobServer } from '../../../test/support/blob-server.ts';
import { startS3, type TestS3 } from '../../../test/support/s3.ts';
import { openSqlite } from '../db/sqlite.ts';
import { openBlobStore } from './open.ts';
import { blobMigrations } from './tables.ts';

describe('downloads where clients reach the object store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twin-redirect-'));
  const db = openSqlite(join(folder, 'blobs.sqlite'));
  let s3: TestS3;
  let server: BlobServer;
  let endpoint: string;
  before(async () => {
    s3 = await startS3();
    const url = await s3.createBucket();
    endpoint = new URL(url).searchParams.get('endpoint') ?? '';
    await db.migrate(blobMigrations);
    server = await startBlobServer(db, await openBlobStore(url, folder, endpoint));
  });
  after(async () => {
    await server.stop();
    await db.close();
    await s3.stop();
    rmSync(folder, { recursive: true });
  });

  const large = randomBytes(2 * 2 ** 20);
  const kept = async (content: Uint8Array<ArrayBuffer>, inline = false): Promise<string> => {
    const { blobs } = server;
    const address = await db.write((tx) => blobs.openUpload(tx, { area: 'storage', container: 'uploads' }));
    const url = blobs.uploadUrl(address, 'a.png');
    assert.equal((await fetch(url, { method: 'PUT', body: content, headers: blockBlob })).status, 201);
    await db.write((tx) => blobs.finishUpload(tx, address.id));
    return blobs.downloadUrl(address, { fileName: 'a.png', contentType: 'image/png', inline, owner: undefined });
  };
  const asked = (url: string, init: RequestInit = {}) => fetch(url, { ...init, redirect: 'manual' });

  it('of large content go there, with name, type and range', async () => {
    const url = await kept(large);
    const answer = await asked(url);
    assert.equal(answer.status, 307);
    assert.ok(answer.headers.get('location')?.startsWith(`${endpoint}/`));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const followed = await fetch(url);
    assert.equal(followed.headers.get('content-type'), 'image/png');
    assert.equal(followed.headers.get('content-disposition'), 'attachment; filename="a.png"');
    assert.deepEqual(Buffer.from(await followed.arrayBuffer()), large);
    const part = await fetch(url, { headers: { Range: 'bytes=10-19' } });
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), large.subarray(10, 20));
  });

  it('of small content, of what is shown, and under conditions stay here, and so does HEAD', async () => {
    assert.equal((await asked(await kept(Buffer.from('small')))).status, 200);
    assert.equal((await asked(await kept(large, true))).status, 200);
    const url = await kept(large);
    const head = await asked(url, { method: 'HEAD' });
    assert.equal(head.status, 200);
    const again = await asked(url, { headers: { 'If-None-Match': head.headers.get('etag') ?? '' } });
    assert.equal(again.status, 304);
  });

  it('of content in several objects stay here', async () => {
    const { blobs } = server;
    const address = await db.write((tx) => blobs.openUpload(tx, { area: 'storage', container: 'uploads' }));
    const url = blobs.uploadUrl(address, 'a.bin');
    for (const id of ['AAAA', 'AAAB']) {
      const sent = await fetch(`${url}&comp=block&blockid=${id}`, { method: 'PUT', body: large });
      assert.equal(sent.status, 201);
    }
    const body = '<BlockList><Latest>AAAA</Latest><Latest>AAAB</Latest></BlockList>';
    assert.equal((await fetch(`${url}&comp=blocklist`, { method: 'PUT', body })).status, 201);
    await db.write((tx) => blobs.finishUpload(tx, address.id));
    const facts = { fileName: 'a.bin', contentType: 'application/octet-stream', inline: false, owner: undefined };
    const answer = await asked(await blobs.downloadUrl(address, facts));
    assert.equal(answer.status, 200);
    assert.equal((await answer.arrayBuffer()).byteLength, 2 * large.length);
  });
});
