import { join } from 'node:path';
import type { Gauge } from '../../std/gauge.ts';
import type { Log } from '../../std/log.ts';
import type { Database } from '../db/database.ts';
import { type BodySwitches, bodySwitches } from './body-switches.ts';
import type { Entry, EntryFilter, EntryScope, KeptBodies, NewEntry } from './entry.ts';
import { type EntryQueue, entryQueue } from './queue.ts';
import { samplerOf } from './sampler.ts';
import { hourMs } from './store/rows.ts';
import { openSqliteStore } from './store/sqlite-store.ts';
import type { Asked, Duration, EntryGroup, RequestStore } from './store/store.ts';

export interface RequestLogSettings {
  /** Hours that entries are kept; 0: there is no log. */
  readonly hours: number;
  /** Size above which the oldest hours go before their time. */
  readonly bytes: number;
  /** Successes a second and application that are all kept; 0: all. */
  readonly rate: number;
  /** Processes that share the work of this machine. */
  readonly processes: number;
}

export interface RequestLogPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** What requests are written to, and who may read it. */
export interface RequestLog {
  /** How many requests this one stands for; 0: it is not kept. A `plain` one is a quick success. */
  wants(clientId: string, plain: boolean, now: number): number;
  add(entry: NewEntry): void;
  readonly switches: BodySwitches;
  readonly keptHours: number;
  /** Whether one more would be dropped. */
  readonly isFull: boolean;
  /** So many more are lost. */
  drop(count: number): void;
  readonly dropped: number;
  /** Entries that are not older than the hours, the newest first. */
  list(asked: Asked, limit: number): Promise<Entry[]>;
  arrivals(asked: Asked, limit: number): Promise<Entry[]>;
  lastSequence(): Promise<number>;
  find(id: string, scope: EntryScope): Promise<Entry | undefined>;
  bodiesOf(id: string): Promise<KeptBodies | undefined>;
  groups(asked: Asked): Promise<EntryGroup[]>;
  durations(asked: Asked, limit: number): Promise<Duration[]>;
  oldest(): Promise<number | undefined>;
  forgetBodies(clientId: string): Promise<void>;
  onWritten(tell: () => void): () => void;
  /** Writes what waits: for tests, and before the end. */
  flush(): Promise<void>;
  /** Removes what is too old or too much, and makes the hours ahead. */
  tidy(now: number): Promise<void>;
  start(): void;
  close(): Promise<void>;
  readonly figures: readonly Gauge[];
}

const tidyEveryMs = 4 * 60_000;
const refreshEveryMs = 1000;
const sweepAfterMs = 10_000;

/** Opens the log of requests; undefined where the hours are 0: then it costs nothing. */
export async function openRequestLog(
  db: Database,
  { dataDir, databaseUrl }: RequestLogPlace,
  settings: RequestLogSettings,
  log: Log,
): Promise<RequestLog | undefined> {
  if (settings.hours === 0) return undefined;
  if (databaseUrl === undefined) {
    const told = (aside: string) => log.warn({ aside }, 'the request log was damaged: a new one is begun');
    return requestLogOn(openSqliteStore(join(dataDir, 'requests.sqlite'), told), db, settings, log);
  }
  const { openPostgresStore } = await import('./store/postgres-store.ts'); // its library is for those who use it
  return requestLogOn(openPostgresStore(databaseUrl), db, settings, log);
}

/** The log on a store. */
export function requestLogOn(store: RequestStore, db: Database, settings: RequestLogSettings, log: Log): RequestLog {
  const queue = entryQueue(store, log);
  const sampler = samplerOf(settings.rate === 0 ? 0 : Math.max(1, Math.round(settings.rate / settings.processes)));
  const switches = bodySwitches(db);
  const upkeep = upkeepOf(store, switches, settings, log);
  return {
    wants: (clientId, plain, now) => (plain ? sampler.take(clientId, now) : 1),
    add: queue.add,
    switches,
    keptHours: settings.hours,
    get isFull() {
      return queue.isFull;
    },
    drop: queue.drop,
    get dropped() {
      return queue.dropped;
    },
    ...readsOf(store, settings.hours * hourMs),
    async forgetBodies(clientId) {
      await store.forgetBodies(clientId);
      // other processes may not have known yet that none is to be kept any more
      upkeep.later(() => store.forgetBodies(clientId));
    },
    onWritten: queue.onWritten,
    flush: queue.flush,
    tidy: upkeep.tidy,
    start: upkeep.start,
    async close() {
      upkeep.stop();
      await queue.flush();
      await store.close();
    },
    figures: [droppedGauge(queue)],
  };
}

/** What is read: nothing that is older than so many milliseconds. */
function readsOf(store: RequestStore, keptMs: number) {
  const kept = <A extends Asked>(asked: A): A => ({ ...asked, filter: withinHours(asked.filter, Date.now() - keptMs) });
  return {
    list: (asked: Asked, limit: number) => store.list(kept(asked), limit),
    arrivals: (asked: Asked, limit: number) => store.arrivals(kept(asked), limit),
    lastSequence: store.lastSequence,
    async find(id: string, scope: EntryScope) {
      const [entry] = await store.list(kept({ filter: { requestId: [id] }, scope }), 1);
      return entry;
    },
    bodiesOf: store.bodiesOf,
    groups: (asked: Asked) => store.groups(kept(asked)),
    durations: (asked: Asked, limit: number) => store.durations(kept(asked), limit),
    async oldest() {
      const oldest = await store.oldest();
      return oldest === undefined ? undefined : Math.max(oldest, Date.now() - keptMs);
    },
  };
}

/** What is done once in a while. */
function upkeepOf(store: RequestStore, switches: BodySwitches, settings: RequestLogSettings, log: Log) {
  const timers: NodeJS.Timeout[] = [];
  let stopped = false;
  const quietly = (work: () => Promise<void>): void =>
    void work().catch((error) => stopped || log.warn({ error: String(error) }, 'the request log was not tidied'));
  const tidy = async (now: number) => {
    await store.tidy(now - settings.hours * hourMs, settings.bytes, now);
    await switches.tidy(now);
  };
  const tidyNow = () => quietly(() => tidy(Date.now()));
  // while the database is away, what is known stays known: the requests tell of it
  const refresh = () => void switches.refresh(Date.now()).catch(() => {});
  return {
    tidy,
    start() {
      tidyNow();
      timers.push(setInterval(tidyNow, tidyEveryMs).unref(), setInterval(refresh, refreshEveryMs).unref());
    },
    later: (work: () => Promise<void>) => void timers.push(setTimeout(() => quietly(work), sweepAfterMs).unref()),
    stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
}

const withinHours = (filter: EntryFilter, oldest: number): EntryFilter => ({
  ...filter,
  from: Math.max(filter.from ?? 0, oldest),
});

const droppedGauge = (queue: EntryQueue): Gauge => ({
  name: 'twin_request_log_dropped',
  help: 'Requests since the start that are missing in the request log: the queue was full, or nothing could be written.',
  of: 'process',
  read: () => [{ value: queue.dropped }],
});
