import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { useBlobEndpoint } from '../../../../test/support/blob-endpoint.ts';
import { eachBlobStore } from '../../../../test/support/blob-stores.ts';
import { eachDatabase } from '../../../../test/support/databases.ts';
import { silentLog } from '../../../std/log.ts';
import { Unavailable } from '../../../std/unavailable.ts';
import type { BlobStore } from '../store.ts';
import { blobMigrations, partsOf, q } from '../tables.ts';
import { verifyContent } from '../verify.ts';
import { checkFigures } from './metrics.ts';
import { type CheckDeps, lastCheck, runCheck } from './run.ts';
import { checkMigrations } from './tables.ts';

const day = 86_400_000;
const unhurried = async () => {};

describe('a check of all stored content', () => {
  const at = useBlobEndpoint();

  /** A store with so many contents of three bytes, in the order in which a check reads them. */
  async function contents(count: number) {
    await at.db.migrate([...blobMigrations, ...checkMigrations]);
    await at.db.write((tx) => tx.run(q.updateTable('blobs').set({ state: 'removed' })));
    const made: { id: string; key: string }[] = [];
    for (let n = 0; n < count; n++) {
      const id = new URL(await at.kept('abc')).pathname.split('/').at(-1) ?? '';
      const [part] = await at.db.all(partsOf, { blob: id });
      made.push({ id, key: part?.key ?? '' });
    }
    return made.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async function replace(key: string, bytes: string) {
    await at.store.remove([key]);
    await at.store.put(key, Readable.from([Buffer.from(bytes)]));
  }

  /** What a check needs, and the faults that it records. */
  function deps(store: Partial<BlobStore> = {}) {
    const recorded: string[] = [];
    const needs: CheckDeps = {
      db: at.db,
      store: { ...at.store, ...store },
      log: silentLog,
      record: async (_tx, { id, fault }) => void recorded.push(`${id} ${fault}`),
      now: Date.now,
    };
    return { needs, recorded };
  }

  it('records content that is missing or cut short as missing, and other bytes as changed, and counts what it read', async () => {
    const [, gone, short, changed] = await contents(5);
    assert.ok(gone && short && changed);
    await at.store.remove([gone.key]);
    await replace(short.key, 'ab');
    await replace(changed.key, 'abd');
    const { needs, recorded } = deps();
    const before = Date.now();
    await runCheck(needs, unhurried);
    assert.deepEqual(recorded, [`${gone.id} missing`, `${short.id} missing`, `${changed.id} changed`]);
    const check = await lastCheck(at.db);
    assert.ok(check && check.started >= before && check.ended >= check.started && check.ended <= Date.now());
    const { contents: read, bytes, missing, changed: others, unreferenced } = check;
    assert.deepEqual(
      { read, bytes, missing, others, unreferenced },
      { read: 5, bytes: 15, missing: 2, others: 1, unreferenced: 0 },
    );
    const figures = await Promise.all(
      checkFigures(at.db).map(async ({ name, read: readings }) => [name, await readings()] as const),
    );
    assert.deepEqual(figures, [
      ['twin_check_ended_timestamp_seconds', [{ value: check.ended / 1000 }]],
      ['twin_check_contents', [{ value: 5 }]],
      ['twin_check_size_bytes', [{ value: 15 }]],
      [
        'twin_check_found',
        [
          { labels: { what: 'missing' }, value: 2 },
          { labels: { what: 'changed' }, value: 1 },
          { labels: { what: 'unreferenced' }, value: 0 },
        ],
      ],
    ]);
  });

  it('counts objects that no content names once they are older than a day', async () => {
    await contents(1);
    await at.store.put('a1'.repeat(16), Readable.from([Buffer.from('left')]));
    const { needs } = deps();
    await runCheck(needs, unhurried);
    assert.equal((await lastCheck(at.db))?.unreferenced, 0, 'it may be an upload under way');
    await runCheck({ ...needs, now: () => Date.now() + 2 * day }, unhurried);
    assert.equal((await lastCheck(at.db))?.unreferenced, 1);
    await at.store.remove(['a1'.repeat(16)]);
  });

  it('goes on where it was interrupted, and records nothing twice', async () => {
    const all = await contents(4);
    for (const one of all.slice(0, 3)) await replace(one.key, 'abd');
    const { needs, recorded } = deps();
    let contentsLeft = 4; // each waits twice: for itself and for its bytes
    const interrupted = async () => {
      if (contentsLeft-- === 0) throw new Error('The server stops.');
    };
    const before = await lastCheck(at.db);
    await assert.rejects(runCheck(needs, interrupted), /The server stops/);
    assert.deepEqual(await lastCheck(at.db), before, 'one that is at work is not the last one');
    assert.equal(recorded.length, 2);
    await runCheck(needs, unhurried);
    assert.deepEqual(
      recorded,
      all.slice(0, 3).map(({ id }) => `${id} changed`),
    );
    const check = await lastCheck(at.db);
    assert.deepEqual([check?.contents, check?.changed], [4, 3]);
    await runCheck(needs, unhurried);
    assert.deepEqual(
      [recorded.length, (await lastCheck(at.db))?.changed],
      [6, 3],
      'the next one begins from the first',
    );
  });

  it('leaves out content that is removed for good while it is read', async () => {
    const [one] = await contents(1);
    assert.ok(one);
    const removing = async (key: string) => {
      await at.db.write((tx) => tx.run(q.updateTable('blobs').set({ state: 'removed' }).where('id', '=', one.id)));
      await at.store.remove([key]);
      return at.store.get(key);
    };
    const { needs, recorded } = deps({ get: removing });
    await runCheck(needs, unhurried);
    assert.deepEqual([recorded, (await lastCheck(at.db))?.contents], [[], 0]);
  });

  it('takes content that cannot be read for missing where its store can be used, and ends where that is away', async () => {
    const [broken, whole] = await contents(2);
    assert.ok(broken && whole);
    const get: BlobStore['get'] = async (key, range) => {
      if (key === broken.key) throw new Unavailable('file store', 'EIO: i/o error, read');
      return at.store.get(key, range);
    };
    const away = deps({
      get,
      ping: async () => {
        throw new Unavailable('file store', 'no answer');
      },
    });
    await assert.rejects(runCheck(away.needs, unhurried), Unavailable);
    assert.deepEqual(away.recorded, []);
    const { needs, recorded } = deps({ get });
    await runCheck(needs, unhurried);
    assert.deepEqual(recorded, [`${broken.id} missing`]);
    assert.equal((await lastCheck(at.db))?.contents, 2);
  });

  it('waits for its pace before each content and after each piece of it', async () => {
    const [one] = await contents(1);
    const large = Buffer.alloc(3_000_000, 65);
    const id = new URL(await at.kept(large.toString())).pathname.split('/').at(-1);
    const paid: number[] = [];
    for await (const { lost } of verifyContent(at.db, at.store, { pace: async (bytes) => void paid.push(bytes) })) {
      assert.equal(lost, undefined);
    }
    assert.ok(one && id);
    assert.ok(paid.length > 5, 'the large one in pieces');
    assert.equal(
      paid.reduce((sum, bytes) => sum + bytes),
      2 * 2 ** 16 + 3 + large.length,
    );
    assert.deepEqual(await buffer(await at.store.get(one.key)), Buffer.from('abc'));
  });
});

eachBlobStore('a check of the store', (openStore) => {
  eachDatabase('beside', (openDatabase) => {
    it('finds missing and changed content, and keeps what it found', async () => {
      const [db, store] = [await openDatabase(), await openStore()];
      await db.migrate([...blobMigrations, ...checkMigrations]);
      const sha256 = createHash('sha256').update('abc').digest('hex');
      for (const [id, bytes] of Object.entries({ a: 'abc', b: 'abd', c: undefined })) {
        const key = id.repeat(32);
        if (bytes !== undefined) await store.put(key, Readable.from([Buffer.from(bytes)]));
        const blob = { id, area: 'storage', container: 'uploads', content_type: 'text/plain', state: 'kept' } as const;
        const rest = { size: 3, sha256, committed: 1, block_id_length: null, due: null, writer: null };
        const part = { blob: id, position: 0, offset: 0, block_id: null, key, start: 0, size: 3 };
        await db.write(async (tx) => {
          await tx.run(q.insertInto('blobs').values({ ...blob, ...rest }));
          await tx.run(q.insertInto('blob_parts').values(part));
        });
      }
      const recorded: string[] = [];
      const record: CheckDeps['record'] = async (_tx, { id, fault }) => void recorded.push(`${id} ${fault}`);
      await runCheck({ db, store, log: silentLog, record, now: () => 1_800_000_000_000 }, unhurried);
      assert.deepEqual(recorded, ['b changed', 'c missing']);
      const at = { started: 1_800_000_000_000, ended: 1_800_000_000_000 };
      assert.deepEqual(await lastCheck(db), {
        ...at,
        contents: 3,
        bytes: 9,
        missing: 1,
        changed: 1,
        unreferenced: 0,
      });
    });
  });
});
