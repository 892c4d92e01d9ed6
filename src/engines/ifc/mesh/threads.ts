import { startThread } from '../../../std/start-process.ts';
import { idleThread } from '../../idle-thread.ts';

/** The thread of the mesher. */
export const meshThread = idleThread(() => startThread(new URL('./worker.ts', import.meta.url)));
