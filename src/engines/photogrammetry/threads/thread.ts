import { parentPort } from 'node:worker_threads';
import type { Answer, Order } from './pool.ts';
import { perform } from './tasks.ts';

/* A thread: one task after the other, as the pool says. */
const tell = (answer: Answer<unknown>) => parentPort?.postMessage(answer);

async function run({ name, order }: Order): Promise<void> {
  try {
    tell({ is: 'done', result: await perform(name, order) });
  } catch (error) {
    tell({ is: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
  }
}

parentPort?.on('message', (order: Order) => void run(order));
