import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { BlockBlobClient } from '@azure/storage-blob';
import { eachBackEnd } from '../../../test/support/back-ends.ts';
import { type BlobServer, startBlobServer } from '../../../test/support/blob-server.ts';
import { eventually } from '../../../test/support/eventually.ts';
import type { BlobAddress } from './port.ts';
import { blobMigrations } from './tables.ts';

const mebibyte = 2 ** 20;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const blockId = (text: string) => Buffer.from(text).toString('base64');

eachBackEnd('the public block-blob client', (open) => {
  /** A server with one open upload, and the client on its address. */
  async function begin(t: TestContext) {
    const { db, store } = await open();
    await db.migrate(blobMigrations);
    const server = await startBlobServer(db, store);
    t.after(() => server.stop());
    const address = await db.write((tx) => server.blobs.openUpload(tx, { area: 'storage', container: 'uploads' }));
    const client = new BlockBlobClient(server.blobs.uploadUrl(address, 'pier-07.ifc'));
    const finish = () => db.write((tx) => server.blobs.finishUpload(tx, address.id));
    return { db, store, server, address, client, finish };
  }

  async function download(server: BlobServer, address: BlobAddress): Promise<Buffer> {
    const url = server.blobs.downloadUrl(address, {
      fileName: 'pier-07.ifc',
      contentType: 'model/ifc',
      owner: undefined,
    });
    return new BlockBlobClient(url).downloadToBuffer();
  }

  it('uploads whole, and the address is dead once the upload is finished', async (t) => {
    const { server, address, client, finish } = await begin(t);
    const bytes = randomBytes(300_000);
    const answer = await client.uploadData(bytes, { blobHTTPHeaders: { blobContentType: 'model/ifc' } });
    assert.equal(answer.etag, `"${sha256(bytes)}"`);
    assert.equal(answer.isServerEncrypted, true);
    assert.ok((await client.downloadToBuffer()).equals(bytes), 'readable through the upload address until then');
    const content = await finish();
    assert.equal(content?.size, bytes.length);
    assert.equal(content?.sha256, sha256(bytes));
    assert.equal(content?.contentType, 'model/ifc');
    await assert.rejects(client.getProperties(), { statusCode: 404 });
    await assert.rejects(client.uploadData(Buffer.from('evil')), { statusCode: 404, code: 'BlobNotFound' });
    await assert.rejects(client.stageBlock(blockId('1'), 'evil', 4), { code: 'BlobNotFound' });
    await assert.rejects(client.commitBlockList([]), { code: 'BlobNotFound' });
    assert.ok((await download(server, address)).equals(bytes));
  });

  it('uploads in blocks, several at once', async (t) => {
    const { server, address, client, finish } = await begin(t);
    const bytes = randomBytes(10 * mebibyte + 17);
    const progress: number[] = [];
    await client.uploadData(bytes, {
      blockSize: mebibyte,
      maxSingleShotSize: mebibyte,
      concurrency: 5,
      onProgress: ({ loadedBytes }) => progress.push(loadedBytes),
    });
    assert.equal(progress.at(-1), bytes.length);
    assert.equal((await finish())?.sha256, sha256(bytes));
    assert.ok((await download(server, address)).equals(bytes));
  });

  it('uploads a stream of unknown length', async (t) => {
    const { server, address, client, finish } = await begin(t);
    const bytes = randomBytes(3 * mebibyte + 1);
    await client.uploadStream(Readable.from([bytes]), mebibyte, 3);
    assert.equal((await finish())?.sha256, sha256(bytes));
    assert.ok((await download(server, address)).equals(bytes));
  });

  it('takes blocks out of order, replaced and left over', async (t) => {
    const { store, server, address, client, finish } = await begin(t);
    const stage = (id: string, text: string) => client.stageBlock(blockId(id), text, text.length);
    await stage('c', 'third');
    await stage('a', 'wrong');
    await stage('b', 'second ');
    await stage('x', 'nobody lists this');
    await stage('a', 'first ');
    const before = await client.getBlockList('all');
    assert.deepEqual(
      before.uncommittedBlocks?.map((block) => [block.name, block.size]),
      [
        [blockId('a'), 6],
        [blockId('b'), 7],
        [blockId('c'), 5],
        [blockId('x'), 17],
      ],
    );
    await client.commitBlockList(['a', 'b', 'c'].map(blockId));
    const after = await client.getBlockList('all');
    assert.deepEqual(
      after.committedBlocks?.map((block) => block.name),
      ['a', 'b', 'c'].map(blockId),
    );
    assert.equal(after.uncommittedBlocks?.length ?? 0, 0);
    await stage('d', ', last');
    await client.commitBlockList(['b', 'a', 'd'].map(blockId));
    assert.equal((await finish())?.sha256, sha256(Buffer.from('second first , last')));
    assert.equal(String(await download(server, address)), 'second first , last');
    await eventually(async () => assert.equal((await Array.fromAsync(store.list())).length, 3, 'objects left'));
  });

  it('uploads nothing', async (t) => {
    const { server, address, client, finish } = await begin(t);
    await client.uploadData(Buffer.alloc(0));
    const content = await finish();
    assert.equal(content?.size, 0);
    assert.equal(content?.sha256, sha256(Buffer.alloc(0)));
    const url = server.blobs.downloadUrl(address, {
      fileName: 'empty.txt',
      contentType: 'text/plain',
      owner: undefined,
    });
    assert.equal((await (await fetch(url)).arrayBuffer()).byteLength, 0);
  });

  it('joins many small blocks into one object', async (t) => {
    const { store, server, address, client, finish } = await begin(t);
    const bytes = randomBytes(400_000);
    await client.uploadData(bytes, { blockSize: 10_000, maxSingleShotSize: 1, concurrency: 4 });
    assert.equal((await client.getBlockList('committed')).committedBlocks?.length, 40);
    assert.equal((await finish())?.sha256, sha256(bytes));
    assert.ok((await download(server, address)).equals(bytes));
    const range = await server.blobs.read(address.id, { start: 19_990, end: 20_009 });
    assert.ok(range && (await buffer(range.stream)).equals(bytes.subarray(19_990, 20_010)));
    await eventually(async () => assert.equal((await Array.fromAsync(store.list())).length, 1));
  });
});
