import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { blockId, put, useBlobEndpoint } from '../../../test/support/blob-endpoint.ts';
import { startBlobServer } from '../../../test/support/blob-server.ts';
import { runningHashes } from './running-hash.ts';
import type { BlobStore } from './store.ts';

const bytes = (text: string) => Buffer.from(text);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('running hashes', () => {
  it('know the content of blocks that came one after the other', () => {
    const hashes = runningHashes();
    for (const key of ['a', 'b']) {
      const block = hashes.begin('blob');
      block?.take(bytes(key));
      block?.done(key);
    }
    const { hash, count } = hashes.known('blob', ['a', 'b', 'c']);
    assert.equal(count, 2);
    assert.equal(hash.update('c').digest('hex'), sha256('abc'));
    assert.equal(hashes.known('blob', ['a', 'b']).hash.digest('hex'), sha256('ab'), 'may be asked again');
    for (const keys of [['b', 'a'], ['a'], []]) assert.equal(hashes.known('blob', keys).count, 0);
    assert.equal(hashes.known('other', ['a', 'b']).count, 0);
    hashes.forget('blob');
    assert.equal(hashes.known('blob', ['a', 'b']).count, 0);
  });

  it('forget a block that failed half-way', () => {
    const hashes = runningHashes();
    const failed = hashes.begin('blob');
    failed?.take(bytes('x'));
    failed?.done(undefined);
    const block = hashes.begin('blob');
    block?.take(bytes('a'));
    block?.done('a');
    assert.equal(hashes.known('blob', ['a']).hash.digest('hex'), sha256('a'));
  });

  it('stop where blocks come at once', () => {
    const hashes = runningHashes();
    const first = hashes.begin('blob');
    assert.equal(hashes.begin('blob'), undefined);
    first?.take(bytes('a'));
    first?.done('a');
    assert.equal(hashes.begin('blob'), undefined);
    const { hash, count } = hashes.known('blob', ['a', 'b']);
    assert.equal(count, 1);
    assert.equal(hash.update('b').digest('hex'), sha256('ab'));
  });
});

describe('an upload in blocks', () => {
  const at = useBlobEndpoint();

  /** A process of its own on the same data, which counts what it reads. */
  async function counting() {
    let reads = 0;
    const store: BlobStore = {
      ...at.store,
      get(...parameters) {
        reads++;
        return at.store.get(...parameters);
      },
    };
    const server = await startBlobServer(at.db, store);
    return { server, reads: () => reads };
  }
  const commit = (url: string, ids: string[]) => {
    const list = ids.map((id) => `<Latest>${decodeURIComponent(blockId(id))}</Latest>`);
    return put(`${url}&comp=blocklist`, `<BlockList>${list.join('')}</BlockList>`, {});
  };

  for (const [words, sent, listed, reads] of [
    ['in order: nothing is read again', 'abc', 'abc', 0],
    ['in order, the last left out: all is read', 'abc', 'ab', 2],
    ['out of order: all is read', 'cba', 'abc', 3],
    ['with one sent again: all is read', 'abbc', 'abc', 3],
    ['with one listed twice: only that is read', 'ab', 'abb', 1],
  ] as const) {
    it(`${words}, and the tag is right`, async (t) => {
      const { server, reads: counted } = await counting();
      t.after(() => server.stop());
      const address = await at.openUpload();
      const url = server.blobs.uploadUrl(address, 'a.txt');
      for (const id of sent)
        assert.equal((await put(`${url}&comp=block&blockid=${blockId(id)}`, `${id};`, {})).status, 201);
      const answer = await commit(url, [...listed]);
      assert.equal(answer.headers.get('etag'), `"${sha256([...listed].map((id) => `${id};`).join(''))}"`);
      assert.equal(counted(), reads);
    });
  }
});
