import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { Log } from '../../std/log.ts';
import { silentLog } from '../../std/log.ts';
import type { NewEntry } from './entry.ts';
import { entryQueue } from './queue.ts';
import { entryAt } from './testing/entries.ts';

const entry = entryAt(0);

function queueOn(write: (entries: readonly NewEntry[]) => Promise<void>) {
  const warnings: unknown[] = [];
  const log: Log = { ...silentLog, warn: (facts: object) => void warnings.push(facts) };
  return { queue: entryQueue({ write }, log), warnings };
}

describe('the queue of entries', () => {
  it('writes batches of 200, and what there is after a quarter of a second', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const sizes: number[] = [];
    const { queue } = queueOn(async (entries) => void sizes.push(entries.length));
    for (let at = 0; at < 450; at++) queue.add(entry);
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(sizes, [200, 200, 50]);
    queue.add(entry);
    mock.timers.tick(249);
    await new Promise((done) => setImmediate(done));
    assert.equal(sizes.length, 3);
    mock.timers.tick(1);
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(sizes, [200, 200, 50, 1]);
    mock.timers.reset();
  });

  it('drops what cannot be written, counts it, and says so once a minute', async () => {
    const { queue, warnings } = queueOn(() => Promise.reject(new Error('The disk is full.')));
    for (let round = 0; round < 5; round++) {
      for (let at = 0; at < 30; at++) queue.add(entry);
      await queue.flush();
    }
    assert.deepEqual([queue.dropped, warnings.length], [150, 1]);
  });

  it('holds 20,000 while a write takes long, drops the others, and goes on', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let written = 0;
    const { queue, warnings } = queueOn(async (entries) => {
      await promise;
      written += entries.length;
    });
    for (let at = 0; at < 20_500; at++) queue.add(entry);
    assert.ok(queue.isFull);
    resolve();
    await queue.flush();
    assert.equal(written + queue.dropped, 20_500);
    assert.ok(queue.dropped > 0 && queue.dropped <= 500 && warnings.length === 1);
    queue.add(entry);
    await queue.flush();
    assert.equal(written + queue.dropped, 20_501);
  });
});
