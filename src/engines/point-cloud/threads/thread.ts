import { parentPort } from 'node:worker_threads';
import { buffersOf } from './buffers.ts';
import type { Order } from './orders.ts';
import { work } from './work.ts';

/* A thread that does one order after the other; its answers come in the same order. */
let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (order: Order) => {
  last = last.then(async () => {
    const outcome = await work(order);
    parentPort?.postMessage(outcome, buffersOf(outcome));
  });
});
