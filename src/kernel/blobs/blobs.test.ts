import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { eachBackEnd } from '../../../test/support/back-ends.ts';
import { blockId, put } from '../../../test/support/blob-endpoint.ts';
import { startBlobServer } from '../../../test/support/blob-server.ts';
import { collectOrphans, collectRemoved } from './collect.ts';
import { blobMigrations } from './tables.ts';

const hour = 3_600_000;
const place = { area: 'storage', container: 'uploads' };

eachBackEnd('blobs', (open) => {
  async function start(t: TestContext) {
    const { db, store } = await open();
    await db.migrate(blobMigrations);
    const server = await startBlobServer(db, store);
    t.after(() => server.stop());
    const keys = async () => (await Array.fromAsync(store.list())).map((object) => object.key);
    /** The collections as they run some time later. */
    const collect = async (later: number) => {
      const deps = { db, store, now: () => Date.now() + later };
      await collectRemoved(deps);
      await collectOrphans(deps);
    };
    const openUpload = () => db.write((tx) => server.blobs.openUpload(tx, place));
    const finish = (id: string) => db.write((tx) => server.blobs.finishUpload(tx, id));
    return { db, store, server, ...server.blobs, keys, collect, openUpload, finish };
  }

  it('has nothing to take before content is committed; blocks alone do not count', async (t) => {
    const at = await start(t);
    const address = await at.openUpload();
    assert.equal(await at.finish(address.id), undefined);
    const url = at.uploadUrl(address, 'a.txt');
    await put(`${url}&comp=block&blockid=${blockId('1')}`, 'x', {});
    assert.equal(await at.finish(address.id), undefined);
    await put(url, 'content');
    assert.equal((await at.finish(address.id))?.size, 7);
    assert.equal(await at.finish(address.id), undefined, 'taken once only');
  });

  it('does not take over in a transaction that is undone', async (t) => {
    const at = await start(t);
    const address = await at.openUpload();
    await put(at.uploadUrl(address, 'a.txt'), 'content');
    const undone = at.db.write(async (tx) => {
      await at.server.blobs.finishUpload(tx, address.id);
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    assert.equal((await at.finish(address.id))?.size, 7);
  });

  it('saves what the server made, and reads it or a range of it', async (t) => {
    const at = await start(t);
    const saved = await at.save(place, Readable.from([Buffer.from('0123456789')]), { contentType: 'text/plain' });
    assert.equal(saved.size, 10);
    assert.equal(await at.read(saved.id), undefined, 'it belongs to nobody yet');
    await at.finish(saved.id);
    const whole = await at.read(saved.id);
    assert.equal(whole?.contentType, 'text/plain');
    assert.equal(whole && (await text(whole.stream)), '0123456789');
    const range = await at.read(saved.id, { start: 3, end: 5 });
    assert.equal(range && (await text(range.stream)), '345');
  });

  it('keeps removed bytes for as long as somebody has pinned them', async (t) => {
    const at = await start(t);
    const saved = await at.save(place, Readable.from([Buffer.from('kept')]), { contentType: 'text/plain' });
    await at.finish(saved.id);
    for (const holder of ['one', 'other']) await at.db.write((tx) => at.pin(tx, holder, [saved.id, saved.id]));
    await at.db.write((tx) => at.remove(tx, [saved.id]));
    await at.db.write((tx) => at.unpin(tx, 'one'));
    await at.collect(2 * hour);
    assert.equal(await at.read(saved.id), undefined);
    const stream = await at.readPinned(saved.id);
    assert.equal(stream && (await text(stream)), 'kept');
    await at.db.write((tx) => at.unpin(tx, 'other'));
    await at.collect(2 * hour);
    assert.equal(await at.readPinned(saved.id), undefined);
    assert.deepEqual(await at.keys(), []);
  });

  it('is made of pieces, the last of each index, and has the digest of all', async (t) => {
    const at = await start(t);
    const { id } = await at.openUpload();
    for (const [index, piece] of [
      [0, 'ab'],
      [1, 'x'],
      [1, 'cd'],
      [2, 'e'],
    ] as const) {
      await at.savePiece(id, index, Readable.from([Buffer.from(piece)]));
    }
    const content = await at.joinPieces(id, 3, 'text/plain');
    assert.deepEqual([content.size, content.sha256], [5, createHash('sha256').update('abcde').digest('hex')]);
    await at.db.write((tx) => at.take(tx, [id]));
    const whole = await at.read(id);
    assert.deepEqual([whole?.contentType, whole && (await text(whole.stream))], ['text/plain', 'abcde']);
    assert.equal((await at.keys()).length, 3);
  });

  it('refuses to name what was saved once it was collected', async (t) => {
    const at = await start(t);
    const save = () => at.save(place, Readable.from([Buffer.from('x')]), { contentType: 'text/plain' });
    const [early, late] = [await save(), await save()];
    await at.db.write((tx) => at.take(tx, [early.id]));
    await at.collect(25 * hour);
    await assert.rejects(
      at.db.write((tx) => at.take(tx, [late.id])),
      /was collected/,
    );
    assert.ok(await at.read(early.id));
  });

  it('removed is out of reach at once, and its bytes are collected after running downloads', async (t) => {
    const at = await start(t);
    const address = await at.openUpload();
    await put(at.uploadUrl(address, 'a.txt'), 'content');
    await at.finish(address.id);
    const url = at.downloadUrl(address, { fileName: 'a.txt', contentType: 'text/plain', owner: undefined });
    assert.equal((await fetch(url)).status, 200);
    await at.db.write((tx) => at.server.blobs.remove(tx, [address.id]));
    assert.equal((await fetch(url)).status, 404);
    await at.collect(hour / 2);
    assert.equal((await at.keys()).length, 1);
    await at.collect(2 * hour);
    assert.deepEqual(await at.keys(), []);
  });

  it('removed after a while stays in reach until then', async (t) => {
    const at = await start(t);
    const address = await at.openUpload();
    await put(at.uploadUrl(address, 'a.txt'), 'content');
    await at.finish(address.id);
    const url = at.downloadUrl(address, { fileName: 'a.txt', contentType: 'text/plain', owner: undefined });
    await at.db.write((tx) => at.server.blobs.remove(tx, [address.id], hour));
    await at.collect(hour / 2);
    assert.equal((await fetch(url)).status, 200);
    await at.collect(2 * hour);
    assert.equal((await fetch(url)).status, 404);
    await at.collect(4 * hour);
    assert.deepEqual(await at.keys(), []);
  });

  it('voids uploads: the address is dead and blocks are collected', async (t) => {
    const at = await start(t);
    const address = await at.openUpload();
    const url = at.uploadUrl(address, 'a.txt');
    await put(`${url}&comp=block&blockid=${blockId('1')}`, 'x', {});
    await at.db.write((tx) => at.server.blobs.remove(tx, [address.id]));
    assert.equal((await put(url, 'x')).status, 404);
    assert.equal((await put(`${url}&comp=block&blockid=${blockId('2')}`, 'x', {})).status, 404);
    await at.collect(2 * hour);
    assert.deepEqual(await at.keys(), []);
  });

  it('expires what nobody took within a day, and keeps what was taken', async (t) => {
    const at = await start(t);
    const [left, taken] = [await at.openUpload(), await at.openUpload()];
    for (const address of [left, taken]) await put(at.uploadUrl(address, 'a.txt'), 'content');
    await at.finish(taken.id);
    await at.collect(25 * hour);
    assert.equal(await at.finish(left.id), undefined);
    await at.collect(27 * hour);
    assert.equal((await at.keys()).length, 1);
    const kept = await at.read(taken.id);
    assert.equal(kept && (await text(kept.stream)), 'content');
  });

  it('collects objects without a row after a day, young ones not', async (t) => {
    const at = await start(t);
    const address = await at.openUpload();
    await put(`${at.uploadUrl(address, 'a.txt')}&comp=block&blockid=${blockId('1')}`, 'x', {});
    await at.store.put('aa-lost', Readable.from([Buffer.from('x')]));
    await at.collect(23 * hour);
    assert.equal((await at.keys()).length, 2);
    await at.collect(23 * hour);
    const orphansOnly = { db: at.db, store: at.store, now: () => Date.now() + 25 * hour };
    await collectOrphans(orphansOnly);
    const left = await at.keys();
    assert.equal(left.length, 1);
    assert.ok(!left.includes('aa-lost'));
  });

  it('is right with two processes: blocks over both, one content, one taker', async (t) => {
    const at = await start(t);
    const other = await startBlobServer(at.db, at.store);
    t.after(() => other.stop());
    const address = await at.openUpload();
    const urls = [at.uploadUrl(address, 'a.txt'), other.blobs.uploadUrl(address, 'a.txt')];
    const ids = Array.from({ length: 20 }, (_, index) =>
      Buffer.from(String(index).padStart(2, '0')).toString('base64'),
    );
    const answers = await Promise.all(
      ids.map((id, index) => put(`${urls[index % 2]}&comp=block&blockid=${encodeURIComponent(id)}`, `${index} `, {})),
    );
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([201]));
    const list = `<BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`;
    const commits = await Promise.all(urls.map((url) => put(`${url}&comp=blocklist`, list, {})));
    assert.deepEqual(
      commits.map((answer) => answer.status),
      [201, 201],
    );
    const takers = await Promise.all([at.finish(address.id), at.finish(address.id)]);
    assert.equal(takers.filter((content) => content !== undefined).length, 1);
    const content = await other.blobs.read(address.id);
    assert.equal(content && (await text(content.stream)), ids.map((_, index) => `${index} `).join(''));
  });

  it('never mixes contents when uploads and the taking over race', async (t) => {
    const at = await start(t);
    const address = await at.openUpload();
    const url = at.uploadUrl(address, 'a.txt');
    await put(url, 'content 0');
    const puts = Array.from({ length: 8 }, (_, index) => put(url, `content ${index + 1}`));
    const [content, ...answers] = await Promise.all([at.finish(address.id), ...puts]);
    assert.ok(answers.every((answer) => answer.status === 201 || answer.status === 404));
    const read = await at.read(address.id);
    const bytes = read ? await text(read.stream) : '';
    assert.match(bytes, /^content \d$/);
    assert.equal(read?.sha256, content?.sha256);
    assert.equal(content?.sha256, createHash('sha256').update(bytes).digest('hex'));
  });
});
