import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { openPool } from './pool.ts';

/** A thread that ends without an answer, throws, or answers with its number, as the order says. */
const script = `
  const { parentPort, threadId } = require('node:worker_threads');
  parentPort.on('message', ({ order }) => {
    if (order === 'end') process.exit();
    if (order === 'throw') throw new Error('It is broken.');
    setTimeout(() => parentPort.postMessage({ is: 'done', result: threadId }), 20);
  });
`;

function pool(t: TestContext, size: number) {
  const threads: Worker[] = [];
  const opened = openPool(size, undefined, () => {
    const thread = new Worker(script, { eval: true });
    threads.push(thread);
    return thread;
  });
  t.after(() => opened.close());
  return { threads, run: (order: string): Promise<unknown> => opened.run('view', order as never) };
}

it('a thread that ended or threw at its work gets no further work: a new one does it', async (t) => {
  const { run, threads } = pool(t, 1);
  const first = await run('work');
  await assert.rejects(run('end'), /A thread ended without an answer/);
  const second = await run('work');
  assert.notEqual(second, first);
  await assert.rejects(run('throw'), /It is broken/);
  assert.notEqual(await run('work'), second);
  assert.equal(threads.length, 3);
});

it('work that waits for the thread that ends is done by a new one', async (t) => {
  const { run } = pool(t, 1);
  const ended = assert.rejects(run('end'), /A thread ended without an answer/);
  const waiting = [run('work'), run('work')];
  await ended;
  assert.equal(new Set(await Promise.all(waiting)).size, 1);
});

it('a thread that ends while it is idle is forgotten', async (t) => {
  const { run, threads } = pool(t, 1);
  const first = await run('work');
  const gone = threads.map((thread) => once(thread, 'exit'));
  threads[0]?.postMessage({ order: 'end' });
  await Promise.all(gone);
  assert.notEqual(await run('work'), first);
});
