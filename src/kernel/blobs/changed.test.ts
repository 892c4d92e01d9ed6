import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { refused, useBlobEndpoint } from '../../../test/support/blob-endpoint.ts';
import { startBlobServer } from '../../../test/support/blob-server.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { ContentChanged } from '../../std/unavailable.ts';
import { partsOf } from './tables.ts';
import { compared } from './verified.ts';

const mebibyte = 2 ** 20;

describe('content whose stored bytes have changed', () => {
  const at = useBlobEndpoint();

  /** Keeps content, then turns one byte of it in the store. */
  async function changed(content: Buffer, place = content.length >> 1) {
    const url = await at.kept(content.toString('latin1'), 'a.bin', 'application/octet-stream');
    const id = new URL(url).pathname.split('/').at(-1) ?? '';
    const [part] = await at.db.all(partsOf, { blob: id });
    const key = part?.key ?? '';
    const bytes = await buffer(await at.store.get(key));
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    await at.store.remove([key]);
    await at.store.put(key, Readable.from([bytes]), { length: bytes.length });
    return { url, id, bytes };
  }

  it('is refused with 503 before a byte of it is sent, where it is small; each time, and with one record an hour', async () => {
    const found: string[] = [];
    const server = await startBlobServer(at.db, at.store, undefined, undefined, async (_tx, { id }) => {
      found.push(id);
    });
    const { url, id } = await changed(Buffer.from('0123456789'));
    const here = url.replace(at.server.baseUrl, server.baseUrl);
    for (const headers of [{}, { range: 'bytes=2-4' }]) {
      const answer = await fetch(here, { headers });
      assert.equal(answer.headers.get('retry-after'), null, 'it does not come back by waiting');
      await refused(answer, 503, 'ContentChanged');
    }
    await eventually(async () => assert.deepEqual(found, [id]));
    await refused(fetch(here), 503, 'ContentChanged');
    assert.deepEqual(found, [id]);
    await server.stop();
  });

  it('never comes whole where it is large: the connection ends before the last bytes', async () => {
    for (const place of [5, 3 * mebibyte - 1]) {
      const { url } = await changed(Buffer.from(randomBytes(3 * mebibyte).map((byte) => byte & 127)), place);
      const answer = await fetch(url);
      assert.equal(answer.headers.get('content-length'), String(3 * mebibyte));
      await assert.rejects(answer.arrayBuffer());
    }
  });

  it('is refused to everybody in the server, too, and a range of large content is as it is', async () => {
    const { id, bytes } = await changed(Buffer.alloc(2 * mebibyte, 65), 7);
    const { blobs } = at.server;
    const whole = await blobs.read(id);
    await assert.rejects(buffer(whole?.stream ?? Readable.from([])), ContentChanged);
    const part = await blobs.read(id, { start: 0, end: 99 });
    assert.deepEqual(await buffer(part?.stream ?? Readable.from([])), bytes.subarray(0, 100));
    const { id: small } = await changed(Buffer.from('abc'));
    await assert.rejects(blobs.read(small), ContentChanged);
  });
});

describe('a stream that is compared', () => {
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'; // of "abc"

  it('passes all chunks where the hash is right, and all but the last where it is not', async () => {
    const read = async (texts: readonly string[]) => {
      const chunks: string[] = [];
      const stream = compared(
        Readable.from(texts.map((text) => Buffer.from(text))),
        sha256,
        () => new Error('changed'),
      );
      try {
        for await (const chunk of stream) chunks.push(String(chunk));
      } catch (error) {
        return [chunks.join(''), String(error)];
      }
      return [chunks.join('')];
    };
    assert.deepEqual(await read(['a', 'b', 'c']), ['abc']);
    assert.deepEqual(await read(['a', 'b', 'd']), ['ab', 'Error: changed']);
    assert.deepEqual(await read([]), ['', 'Error: changed']);
  });

  it('ends its source when nobody wants it any more, and with the error of the source', async () => {
    const source = new Readable({ read() {} });
    const stream = compared(source, sha256, () => new Error('changed'));
    source.push(Buffer.from('a'));
    stream.destroy();
    await eventually(async () => assert.ok(source.destroyed));
    const failing = new Readable({ read() {} });
    const other = buffer(compared(failing, sha256, () => new Error('changed')));
    failing.destroy(new Error('The disk is gone.'));
    await assert.rejects(other, /The disk is gone/);
  });
});
