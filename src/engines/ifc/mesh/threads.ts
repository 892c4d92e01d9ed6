import { Worker } from 'node:worker_threads';
import { idleThread } from '../../idle-thread.ts';

/** The thread of the mesher. */
export const meshThread = idleThread(() => new Worker(new URL('./worker.ts', import.meta.url)));
