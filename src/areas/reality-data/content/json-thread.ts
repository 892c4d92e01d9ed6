import { startThread } from '../../../std/start-process.ts';
import type { JsonFacts } from './json-facts.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * What a large document is. A thread reads it, so that nobody waits; one document at a time, so that many of them take
 * no more memory than one. What `read` answers is the thread's from then on.
 */
export function factsBeside(read: () => Promise<Buffer>): Promise<JsonFacts> {
  const facts = last.then(async () => inThread(await read()));
  last = facts.catch(() => undefined);
  return facts;
}

function inThread(bytes: Buffer): Promise<JsonFacts> {
  const workerData = Uint8Array.from(bytes);
  const thread = startThread(new URL('./json-worker.ts', import.meta.url), {
    workerData,
    transferList: [workerData.buffer],
  });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that reads JSON ended without an answer.')));
  });
}
