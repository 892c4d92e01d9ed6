import type { Log } from '../../std/log.ts';
import type { NewEntry } from './entry.ts';
import type { RequestStore } from './store/store.ts';

const mostWaiting = 20_000;
const batchSize = 200;
const longestWaitMs = 250;
const warnEveryMs = 60_000;

/** Entries between a request and the disk: nobody waits for it. */
export interface EntryQueue {
  add(entry: NewEntry): void;
  /** Whether one more would be dropped. */
  readonly isFull: boolean;
  /** One more is lost. */
  drop(count: number): void;
  /** Lost since the start: to a full queue, or to a store that could not be written. */
  readonly dropped: number;
  /** Calls back each time that entries have been written; answers how to end that. */
  onWritten(tell: () => void): () => void;
  /** Writes what waits. */
  flush(): Promise<void>;
}

/** Writes batches of 200, or what there is each 250 ms. What cannot be written is dropped and told once a minute. */
export function entryQueue(store: Pick<RequestStore, 'write'>, log: Log): EntryQueue {
  const waiting: NewEntry[] = [];
  let dropped = 0;
  let warned = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function lose(count: number, error: unknown): void {
    dropped += count;
    if (performance.now() - warned < warnEveryMs) return;
    warned = performance.now();
    log.warn({ dropped, error: String(error) }, 'requests are missing in the request log');
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize);
      try {
        await store.write(batch);
      } catch (error) {
        lose(batch.length, error);
      }
      for (const tell of listeners) tell();
    }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  };

  return {
    get isFull() {
      return waiting.length >= mostWaiting;
    },
    get dropped() {
      return dropped;
    },
    drop: (count) => lose(count, 'the queue is full'),
    add(entry) {
      if (waiting.length >= mostWaiting) return lose(1, 'the queue is full');
      waiting.push(entry);
      if (waiting.length >= batchSize && writing === undefined) void flush();
      else timer ??= setTimeout(() => void flush(), longestWaitMs).unref();
    },
    onWritten(tell) {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
    async flush() {
      await flush();
      await flush(); // what came while the last batch was written
    },
  };
}
