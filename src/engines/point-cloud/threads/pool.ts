import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../std/start-process.ts';
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

interface Piece {
  readonly order: Order;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  /** What it does, and has to do next. */
  readonly given: Piece[];
}

/** Beyond it threads only wait for the one that reads. */
const mostThreads = 8;
/** Orders that keep a thread busy while this one does another. */
const enough = 2;

/** As many threads as there are processors, this one among them. `limit`: at most so many. */
export function openPool(limit: number | undefined): Pool {
  const count = Math.min(mostThreads, Math.max(1, Math.min(limit || availableParallelism(), availableParallelism())));
  const threads: Thread[] = [];
  /** What nobody has begun: the threads get of it first, and this one does of it when it has nothing else to do. */
  const backlog: Piece[] = [];
  const underWay = new Set<Promise<unknown>>();
  let failure: unknown;
  let closed = false;
  let helping = false;

  function share(): void {
    for (let [next] = backlog; next !== undefined; [next] = backlog) {
      const thread = threadFor();
      if (thread === undefined) break;
      backlog.shift();
      give(thread, next);
    }
    if (helping || backlog.length === 0) return;
    helping = true;
    setImmediate(help);
  }

  async function help(): Promise<void> {
    const piece = backlog.shift();
    if (piece !== undefined) await work(piece.order).then(piece.resolve, piece.reject);
    helping = false;
    share();
  }

  /** The thread with the least to do, a new one while there are fewer; undefined while all have enough. */
  function threadFor(): Thread | undefined {
    const [idlest] = threads.toSorted((a, b) => a.given.length - b.given.length);
    if (threads.length < count - 1 && idlest?.given.length !== 0) return addThread(threads, share);
    return idlest !== undefined && idlest.given.length < enough ? idlest : undefined;
  }

  function begin(order: Order): Promise<Outcome> {
    if (closed) throw ended();
    const outcome = new Promise<Outcome>((resolve, reject) => void backlog.push({ order, resolve, reject }));
    share();
    const settled: Promise<void> = outcome.then(
      () => void underWay.delete(settled),
      (error: unknown) => {
        failure ??= error;
        underWay.delete(settled);
      },
    );
    underWay.add(settled);
    return outcome;
  }

  return {
    width: (enough + 1) * count,
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
      for (const { reject } of backlog.splice(0)) reject(ended());
      for (const { worker } of threads) await worker.terminate();
    },
  };
}

const ended = (): Error => new Error('The threads are ended.');

function give(thread: Thread, piece: Piece): void {
  thread.given.push(piece);
  thread.worker.postMessage(piece.order, buffersOf(piece.order));
}

/** A thread more; `ready` is called each time that it has done something. */
function addThread(threads: Thread[], ready: () => void): Thread {
  const worker = startThread(new URL('./worker.ts', import.meta.url));
  const thread: Thread = { worker, given: [] };
  const fail = (error: Error) => {
    const at = threads.indexOf(thread);
    if (at !== -1) threads.splice(at, 1); // it answers nothing any more
    for (const { reject } of thread.given.splice(0)) reject(error);
  };
  worker.on('message', (outcome: Outcome) => {
    thread.given.shift()?.resolve(outcome);
    ready();
  });
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(new Error('A thread ended before its work.')));
  threads.push(thread);
  return thread;
}
