import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { keepThread, readyThread, takeThread } from './threads.ts';

it('a thread of the mesher is started when it is made ready, not when it is taken, and waits again after its work', async () => {
  const started: Worker[] = [takeThread()]; // none waits any more
  try {
    readyThread();
    const later = new Worker('', { eval: true });
    const thread = takeThread();
    started.push(later, thread);
    assert.ok(thread.threadId < later.threadId, `${thread.threadId} was started after ${later.threadId}`);
    await keepThread(thread);
    readyThread();
    assert.equal(takeThread(), thread);
  } finally {
    for (const one of started) await one.terminate();
  }
});
