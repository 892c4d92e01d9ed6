import { parentPort, workerData } from 'node:worker_threads';
import { factsOf } from './json-facts.ts';

/* The thread of json-thread.ts: it is given the bytes of one document, and ends with what that is. */

const bytes: Uint8Array = workerData;
parentPort?.postMessage(factsOf(Buffer.from(bytes).toString('utf8')));
