import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { buffersOf } from './buffers.ts';
import { isOf, type Order, type OrderOf, type Outcome, type OutcomeOf } from './orders.ts';
import { work } from './work.ts';

/** Threads that share the work of a run, this one among them: it does what the others have no time for. */
export interface Pool {
  /** How many orders are worth giving at once. */
  readonly width: number;
  /** What an order holds may not be used afterwards. */
  run<K extends Order['is']>(order: OrderOf<K>): Promise<OutcomeOf<K>>;
  /** Waits until no more than `most` orders are under way; throws what went wrong with one. */
  room(most: number): Promise<void>;
  /** Ends all threads at once; orders that are under way or given later fail. */
  close(): Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: { resolve(outcome: Outcome): void; reject(error: Error): void }[];
}

/** Beyond it threads only wait for the one that reads. */
const mostThreads = 8;
/** Orders that keep a thread busy while this one does another. */
const enough = 2;

/** As many threads as there are processors, this one among them. `limit`: at most so many. */
export function openPool(limit: number | undefined): Pool {
  const count = Math.min(mostThreads, Math.max(1, Math.min(limit || availableParallelism(), availableParallelism())));
  const threads: Thread[] = [];
  const underWay = new Set<Promise<unknown>>();
  let failure: unknown;
  let closed = false;
  const begin = (order: Order): Promise<Outcome> => {
    if (closed) throw new Error('The threads are ended.');
    const thread = threadFor(threads, count - 1);
    const outcome = thread === undefined ? work(order) : onThread(thread, order);
    const settled: Promise<void> = outcome.then(
      () => void underWay.delete(settled),
      (error: unknown) => {
        failure ??= error;
        underWay.delete(settled);
      },
    );
    underWay.add(settled);
    return outcome;
  };
  return {
    width: enough * (count - 1) + 1,
    async run<K extends Order['is']>(order: OrderOf<K>): Promise<OutcomeOf<K>> {
      const outcome = await begin(order);
      if (isOf<K>(order.is, outcome)) return outcome;
      throw new Error(`An order of the kind '${order.is}' came back as '${outcome.is}'.`);
    },
    async room(most) {
      while (underWay.size > most && failure === undefined) await Promise.race(underWay);
      if (failure !== undefined) throw failure;
    },
    async close() {
      closed = true;
      for (const { worker } of threads) await worker.terminate();
    },
  };
}

/** The thread with the least to do, a new one while there are fewer; undefined while all have enough. */
function threadFor(threads: Thread[], most: number): Thread | undefined {
  const [idlest] = threads.toSorted((a, b) => a.waiting.length - b.waiting.length);
  if (threads.length < most && idlest?.waiting.length !== 0) return startThread(threads);
  return idlest !== undefined && idlest.waiting.length < enough ? idlest : undefined;
}

function onThread(thread: Thread, order: Order): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    thread.waiting.push({ resolve, reject });
    thread.worker.postMessage(order, buffersOf(order));
  });
}

function startThread(threads: Thread[]): Thread {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  const thread: Thread = { worker, waiting: [] };
  const fail = (error: Error) => {
    for (const { reject } of thread.waiting.splice(0)) reject(error);
  };
  worker.on('message', (outcome: Outcome) => thread.waiting.shift()?.resolve(outcome));
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(new Error('A thread ended before its work.')));
  threads.push(thread);
  return thread;
}
