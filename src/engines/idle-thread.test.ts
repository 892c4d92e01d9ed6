import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { idleThread } from './idle-thread.ts';

const startThread = () =>
  new Worker('require("node:worker_threads").parentPort.on("message", () => {})', { eval: true });

it('a thread is started when it is made ready, not when it is taken, and waits again after its work', async () => {
  const threads = idleThread(startThread);
  const started: Worker[] = [];
  try {
    threads.ready();
    const later = startThread();
    const thread = threads.take();
    started.push(later, thread);
    assert.ok(thread.threadId < later.threadId, `${thread.threadId} was started after ${later.threadId}`);
    await threads.keep(thread);
    threads.ready();
    assert.equal(threads.take(), thread);
  } finally {
    for (const one of started) await one.terminate();
  }
});

it('a thread that is ended while it waits is not taken', async () => {
  const threads = idleThread(startThread);
  threads.ready();
  const ended = threads.take();
  await threads.keep(ended);
  await ended.terminate();
  const other = threads.take();
  assert.notEqual(other, ended);
  await other.terminate();
});

it('a thread that has ended is not kept for the next', async () => {
  const threads = idleThread(startThread);
  const first = threads.take();
  await first.terminate();
  await threads.keep(first);
  const next = threads.take();
  assert.notEqual(next, first);
  await threads.keep(next);
  assert.equal(threads.take(), next);
  await next.terminate();
});
