import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { ContentLost } from '../../std/unavailable.ts';
import { blobCache } from './cache.ts';
import type { Blobs } from './port.ts';

const mebibyte = 2 ** 20;

/** Blobs of a mebibyte that are there unless their id says otherwise; `read` tells which were read. */
function blobs() {
  const read: string[] = [];
  const port = {
    async read(id: string) {
      read.push(id);
      return id.startsWith('no') ? undefined : { stream: Readable.from([Buffer.alloc(mebibyte, id)]) };
    },
  };
  return { read, recent: blobCache(port as unknown as Blobs) };
}

describe('bytes that were asked for lately', () => {
  it('are read once, also when they are asked for at once', async () => {
    const { read, recent } = blobs();
    const [one, other] = await Promise.all([recent.of('a', mebibyte), recent.of('a', mebibyte)]);
    assert.equal(one, other);
    assert.equal(one?.[0], 'a'.charCodeAt(0));
    await recent.of('a', mebibyte);
    assert.deepEqual(read, ['a']);
  });

  it('go when there are too many, the one asked for longest ago first', async () => {
    const { read, recent } = blobs();
    for (let number = 0; number < 48; number++) await recent.of(`b${number}`, mebibyte);
    await recent.of('b0', mebibyte);
    await recent.of('last', mebibyte);
    assert.equal(read.length, 49);
    await recent.of('b0', mebibyte);
    assert.equal(read.length, 49, 'it was asked for again in between');
    await recent.of('b1', mebibyte);
    assert.equal(read.length, 50);
  });

  it('are not those of large blobs, nor those that could not be read', async () => {
    const { read, recent } = blobs();
    assert.equal(recent.of('large', mebibyte + 1), undefined);
    await assert.rejects(recent.of('none', 10) ?? Promise.resolve(), ContentLost);
    await assert.rejects(recent.of('none', 10) ?? Promise.resolve(), ContentLost);
    assert.deepEqual(read, ['none', 'none']);
  });
});
