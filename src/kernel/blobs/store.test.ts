import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3';
import { eachBlobStore } from '../../../test/support/blob-stores.ts';
import { startS3 } from '../../../test/support/s3.ts';
import { ContentLost, Unavailable } from '../../std/unavailable.ts';
import { openFileStore } from './file-store.ts';
import { openBlobStore } from './open.ts';
import { parseS3Url } from './s3-url.ts';
import { TooLarge } from './store.ts';

const mebibyte = 2 ** 20;

/** As a request's body: in chunks, of a length that the reader does not know. */
const streamOf = (bytes: Buffer, chunk = 65_536) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    })(),
    { objectMode: false },
  );

eachBlobStore('blob store', (open) => {
  for (const [words, size, length] of [
    ['nothing', 0, 0],
    ['nothing, of unknown length', 0, undefined],
    ['a few bytes', 5, 5],
    ['a few bytes of unknown length', 5, undefined],
    ['exactly one part of unknown length', 16 * mebibyte, undefined],
    ['many parts of unknown length', 35 * mebibyte + 1, undefined],
    ['many parts of known length', 12 * mebibyte + 1, 12 * mebibyte + 1],
  ] as const) {
    it(`stores ${words}, measured as the bytes pass`, async () => {
      const store = await open();
      const bytes = randomBytes(size);
      const options = { digests: ['sha256', 'md5'] as const, ...(length === undefined ? {} : { length }) };
      const measured = await store.put('a1', streamOf(bytes, 65_537), options);
      assert.equal(measured.size, size);
      assert.equal(measured.digests.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(measured.digests.md5, createHash('md5').update(bytes).digest('hex'));
      assert.ok(bytes.equals(await buffer(await store.get('a1'))));
    });
  }

  it('reads a range, both ends included', async () => {
    const store = await open();
    await store.put('a1', streamOf(Buffer.from('0123456789')));
    assert.equal((await buffer(await store.get('a1', { start: 3, end: 5 }))).toString(), '345');
    assert.equal((await buffer(await store.get('a1', { start: 9, end: 9 }))).toString(), '9');
  });

  it('refuses a source above the limit, leaves no object, and does not destroy the source', async () => {
    const store = await open();
    const source = streamOf(randomBytes(2 * mebibyte));
    await assert.rejects(store.put('a1', source, { limit: mebibyte - 1 }), TooLarge);
    assert.equal(source.destroyed, false);
    await assert.rejects(store.get('a1'), ContentLost);
  });

  it('rejects with the error of a source that breaks off, and leaves no object', async () => {
    const store = await open();
    const broken = () =>
      Readable.from(
        (async function* () {
          yield randomBytes(7 * mebibyte);
          throw new Error('gone');
        })(),
        { objectMode: false },
      );
    await assert.rejects(store.put('a1', broken()), /gone/);
    await assert.rejects(store.get('a1'), ContentLost);
    // The S3 server of the tests, unlike a real one, keeps the half object here.
    await assert.rejects(store.put('a2', broken(), { length: 8 * mebibyte }), /gone/);
  });

  it('removes objects, those not there included', async () => {
    const store = await open();
    await store.put('a1', streamOf(Buffer.from('x')));
    await store.put('b2', streamOf(Buffer.from('y')));
    await store.remove(['a1', 'c3']);
    await assert.rejects(store.get('a1'), ContentLost);
    assert.equal((await buffer(await store.get('b2'))).toString(), 'y');
  });

  it('lists every object with its time', async () => {
    const store = await open();
    const keys = ['a1', 'a2', 'b1'];
    for (const key of keys) await store.put(key, streamOf(Buffer.from(key)));
    const found = await Array.fromAsync(store.list());
    assert.deepEqual(found.map((object) => object.key).sort(), keys);
    for (const { modified } of found) assert.ok(Math.abs(Date.now() - modified) < 60_000);
  });

  it('answers a ping', async () => {
    await (await open()).ping();
  });
});

describe('S3 store', () => {
  it('is busy, not broken, when the server is away', async () => {
    const { openS3Store } = await import('./s3-store.ts');
    const store = openS3Store(parseS3Url('s3://bucket?endpoint=http://127.0.0.1:9&region=us-east-1'), tmpdir());
    await assert.rejects(store.put('a1', streamOf(Buffer.from('x')), { length: 1 }), Unavailable);
    await assert.rejects(store.get('a1'), Unavailable);
    await assert.rejects(store.ping());
  });
});

describe('S3 store with multipart uploads', () => {
  it('sends several parts at once, and puts them together in their order', async () => {
    const server = await startS3();
    const spoolFolder = mkdtempSync(join(tmpdir(), 'twin-spool-'));
    const store = await openBlobStore(await server.createBucket(), spoolFolder);
    const bytes = randomBytes(83 * mebibyte);
    server.holdParts(4); // with fewer on their way this would never end
    await store.put('a1', streamOf(bytes, 1_000_003));
    assert.ok(bytes.equals(await buffer(await store.get('a1'))));
    store.close();
    await server.stop();
    rmSync(spoolFolder, { recursive: true });
  });

  it('aborts those that fail, and sweeps those that a killed server left', async () => {
    const server = await startS3();
    const url = await server.createBucket();
    const store = await openBlobStore(url, mkdtempSync(join(tmpdir(), 'twin-spool-')));
    const gone = Readable.from(
      (async function* () {
        yield randomBytes(33 * mebibyte);
        throw new Error('gone');
      })(),
      { objectMode: false },
    );
    await assert.rejects(store.put('a1', gone), /gone/);
    assert.deepEqual(server.unfinishedUploads(url), []);

    const client = new S3Client({
      endpoint: new URL(url).searchParams.get('endpoint') ?? '',
      region: 'x',
      forcePathStyle: true,
    });
    await client.send(new CreateMultipartUploadCommand({ Bucket: new URL(url).hostname, Key: 'a2' }));
    await store.discardUnfinished(Date.now() - 60_000);
    assert.equal(server.unfinishedUploads(url).length, 1, 'what is young may still go on');
    await store.discardUnfinished(Date.now() + 60_000);
    assert.deepEqual(server.unfinishedUploads(url), []);
    client.destroy();
    store.close();
    await server.stop();
  });
});

describe('S3 address', () => {
  it('has a bucket, a prefix, an endpoint and a region', () => {
    assert.deepEqual(parseS3Url('s3://models/twins/?endpoint=http://store:9000&region=eu-north-1'), {
      bucket: 'models',
      prefix: 'twins/',
      endpoint: 'http://store:9000',
      region: 'eu-north-1',
      pathStyle: true,
    });
    assert.equal(parseS3Url('s3://models?region=eu-north-1').pathStyle, false);
  });
  for (const [text, fault] of [
    ['s3://key:secret@models', /no credentials/],
    ['s3://models?endpont=http://x', /unknown parameter 'endpont'/],
    ['s3://models?endpoint=store:9000', /endpoint must be/],
    ['s3:models', /must look like/],
  ] as const) {
    it(`refuses ${text}`, () => assert.throws(() => parseS3Url(text), fault));
  }
});

describe('file store', () => {
  it('shows no file before it is whole, and sweeps what a killed server left', async () => {
    const root = mkdtempSync(join(tmpdir(), 'twin-blobs-'));
    const store = await openFileStore(root);
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const source = Readable.from(
      (async function* () {
        yield randomBytes(mebibyte);
        await gate;
        yield randomBytes(mebibyte);
      })(),
      { objectMode: false },
    );
    const put = store.put('a1', source);
    while (readdirSync(join(root, 'unfinished')).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(await Array.fromAsync(store.list()), []);
    await store.discardUnfinished(Date.now() - 60_000);
    assert.equal(readdirSync(join(root, 'unfinished')).length, 1, 'what is young may still be written');
    await store.discardUnfinished(Date.now() + 60_000);
    assert.deepEqual(readdirSync(join(root, 'unfinished')), []);
    release();
    await assert.rejects(put);
    rmSync(root, { recursive: true });
  });
});
