import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { idleThread } from './idle-thread.ts';

const echo =
  "const { parentPort } = require('node:worker_threads'); parentPort.on('message', (text) => parentPort.postMessage(text));";

it('a thread that has ended is not kept for the next', async () => {
  const threads = idleThread(() => new Worker(echo, { eval: true }));
  const first = threads.take();
  await first.terminate();
  await threads.keep(first);
  const next = threads.take();
  next.postMessage('here');
  assert.deepEqual(await once(next, 'message'), ['here']);
  await threads.keep(next);
  assert.equal(threads.take(), next);
  await next.terminate();
});
