import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DeadEnd, openProxy } from '../../../test/support/proxy.ts';
import { startS3, type TestS3 } from '../../../test/support/s3.ts';
import { Unavailable } from '../../std/unavailable.ts';
import { openS3Store } from './s3-store.ts';
import { parseS3Url } from './s3-url.ts';
import type { BlobStore } from './store.ts';

/** For a server that answers: a busy machine is slow, too. */
const deadlines = { connect: 20_000, answer: 20_000, stall: 1000 };
/** For one that does not answer. */
const hasty = { connect: 300, answer: 300, stall: 400 };

describe('an object store behind a connection that goes dead', () => {
  let s3: TestS3;
  let proxy: DeadEnd;
  let store: BlobStore;
  let hurried: BlobStore;
  before(async () => {
    s3 = await startS3();
    const url = await s3.createBucket();
    const address = parseS3Url(url);
    proxy = await openProxy(Number(new URL(address.endpoint ?? '').port));
    const behind = { ...address, endpoint: `http://127.0.0.1:${proxy.port}` };
    store = openS3Store(behind, tmpdir(), { deadlines });
    hurried = openS3Store(behind, tmpdir(), { deadlines: hasty });
    await store.put('small', Readable.from([Buffer.from('x')]), { length: 1 });
    await store.put('large', Readable.from([randomBytes(8 * 2 ** 20)]), { length: 8 * 2 ** 20 });
  });
  after(async () => {
    store.close();
    hurried.close();
    await proxy.close();
    await s3.stop();
  });

  it('is given up after a deadline: for reads, uploads of either kind, and the health check', async () => {
    const source = () => Readable.from([randomBytes(1000)]);
    proxy.freeze();
    await assert.rejects(hurried.get('small'), Unavailable);
    await assert.rejects(hurried.ping(), Unavailable);
    await assert.rejects(hurried.put('a1', source(), { length: 1000 }), Unavailable);
    await assert.rejects(hurried.put('a2', source()), Unavailable);
    await assert.rejects(hurried.remove(['small']), Unavailable);
    await assert.rejects(Array.fromAsync(hurried.list()), Unavailable);
    proxy.thaw();
    assert.equal((await buffer(await store.get('small'))).length, 1);
  });

  it('ends a download that stands still in the middle', async () => {
    const body = await store.get('large');
    const read = body.iterator();
    await read.next();
    proxy.freeze();
    await assert.rejects(async () => {
      while (!(await read.next()).done);
    }, Unavailable);
    proxy.thaw();
  });

  it('has patience with a reader and with a sender that take their time', async () => {
    const body = await store.get('large');
    await sleep(3 * deadlines.stall); // the point is that this much longer than the deadline does no harm
    assert.equal((await buffer(body)).length, 8 * 2 ** 20);
    const slow = new PassThrough();
    const stored = store.put('slow', slow, { length: 2000 });
    slow.write(randomBytes(1000));
    await sleep(3 * deadlines.stall);
    slow.end(randomBytes(1000));
    assert.equal((await stored).size, 2000);
  });

  it('passes on what is wrong with the source itself', async () => {
    const broken = new PassThrough();
    const stored = store.put('broken', broken, { length: 2000 });
    broken.write(randomBytes(1000));
    broken.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    await assert.rejects(stored, (error) => !(error instanceof Unavailable));
  });
});
