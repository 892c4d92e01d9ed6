import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, stackOf } from '../../std/log.ts';
import { within } from '../../std/within.ts';
import type { Database, Migration } from '../db/database.ts';
import { pick, prepared, tables } from '../db/query.ts';
import type { Maintenance, ScheduledTask } from './job.ts';

interface MaintenanceRow {
  name: string;
  /** When it is to run next. */
  due: number;
  /** The process at it; null when nobody is. */
  holder: string | null;
  lease_until: number;
  last_started: number | null;
  last_ended: number | null;
}

export const maintenanceMigrations: Migration[] = [
  {
    id: 'jobs-maintenance-1',
    statements: [
      `CREATE TABLE maintenance (name {text} PRIMARY KEY, due bigint NOT NULL, holder {text},
        lease_until bigint NOT NULL, last_started bigint, last_ended bigint)`,
    ],
  },
];

const q = tables<{ maintenance: MaintenanceRow }>();
const rowOf = prepared((p: { name: string }) => q.selectFrom('maintenance').selectAll().where('name', '=', p.name));
const insertRow = prepared((p: MaintenanceRow) =>
  q.insertInto('maintenance').values(pick(p, 'name', 'due', 'holder', 'lease_until', 'last_started', 'last_ended')),
);
const takeRow = prepared((p: { name: string; holder: string; lease_until: number; last_started: number }) =>
  q
    .updateTable('maintenance')
    .set({ holder: p.holder, lease_until: p.lease_until, last_started: p.last_started })
    .where('name', '=', p.name),
);
const renewRow = prepared((p: { name: string; holder: string; lease_until: number }) =>
  q
    .updateTable('maintenance')
    .set({ lease_until: p.lease_until })
    .where('name', '=', p.name)
    .where('holder', '=', p.holder),
);
const planRow = prepared((p: { name: string; due: number }) =>
  q.updateTable('maintenance').set({ due: p.due }).where('name', '=', p.name),
);
const freeRow = prepared((p: { name: string; holder: string; due: number; last_ended: number | null }) =>
  q
    .updateTable('maintenance')
    .set({ holder: null, lease_until: 0, due: p.due, last_ended: p.last_ended })
    .where('name', '=', p.name)
    .where('holder', '=', p.holder),
);

export interface MaintenanceOptions {
  readonly db: Database;
  readonly tasks: () => readonly Maintenance[];
  readonly log: Log;
  /** How long a task of a dead process stays taken, in milliseconds; default 30 s. */
  readonly leaseMs?: number;
}

export interface MaintenanceRunner {
  start(): void;
  /** Aborts what runs and waits for it, at most `limitMs`; it runs again at the next start. */
  stop(limitMs?: number): Promise<void>;
}

const longestWaitMs = 3_600_000;
const pauseAfterFaultMs = 60_000;
const never = Number.MAX_SAFE_INTEGER;

/** Runs each task when it is due, in one process at a time. When a task ran last is kept in the database. */
export function openMaintenance(options: MaintenanceOptions): MaintenanceRunner {
  const stopping = new AbortController();
  const holder = randomUUID();
  let loops: Promise<void>[] = [];

  async function loop(task: Maintenance): Promise<void> {
    while (!stopping.signal.aborted) {
      const wait = await turn(task, holder, stopping.signal, options).catch((error: unknown) => {
        options.log.error({ task: task.name, error: stackOf(error) }, 'A maintenance task failed.');
        return Math.min(intervalOf(task), pauseAfterFaultMs);
      });
      const patience = Math.min(longestWaitMs, Math.max(0, wait));
      await sleep(patience, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    start() {
      loops = options.tasks().map(loop);
    },
    async stop(limitMs = 5000) {
      stopping.abort();
      await within(limitMs, Promise.all(loops));
    },
  };
}

/** Runs the task if it is due and nobody is at it; answers how long to wait before the next look. */
async function turn(
  task: Maintenance,
  holder: string,
  stopping: AbortSignal,
  { db, log, leaseMs = 30_000 }: MaintenanceOptions,
): Promise<number> {
  const wait = waitFor(await ('next' in task ? plannedRow(db, task) : db.first(rowOf, task)), task);
  if (wait > 0) return wait;
  const started = await take(db, task, holder, leaseMs);
  if (started === undefined) return Math.min(intervalOf(task), leaseMs);
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const renewal = setInterval(() => {
    db.write((tx) => tx.run(renewRow, { name: task.name, holder, lease_until: Date.now() + leaseMs }))
      .then((renewed) => renewed === 0 && lost.abort())
      .catch((error: unknown) =>
        log.warn({ task: task.name, error: stackOf(error) }, 'The lease of a task was not renewed.'),
      );
  }, leaseMs / 3);
  signal.addEventListener('abort', () => clearInterval(renewal));
  let due = dueAfterFault(task, started);
  try {
    await task.run(signal);
    due = dueAfter(task, started);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(renewal);
    if (signal.aborted) due = started;
    const last_ended = signal.aborted ? null : Date.now();
    await db.write((tx) => tx.run(freeRow, { name: task.name, holder, due, last_ended }));
  }
  return due - Date.now();
}

const intervalOf = (task: Maintenance): number => ('everyMs' in task ? task.everyMs : never);

const nextOf = (task: ScheduledTask, after: number): number => task.next(after) ?? never;

const dueAfter = (task: Maintenance, started: number): number =>
  'next' in task ? nextOf(task, Date.now()) : started + task.everyMs;

const dueAfterFault = (task: Maintenance, started: number): number =>
  started + Math.min(intervalOf(task), 'next' in task ? pauseAfterFaultMs : never);

/** The row of a task with a schedule, due as the schedule of this process says unless it is due already. */
async function plannedRow(db: Database, task: ScheduledTask): Promise<MaintenanceRow | undefined> {
  const before = await db.first(rowOf, task);
  const now = Date.now();
  const due = nextOf(task, now);
  if (before !== undefined && (before.due <= now || before.due === due)) return before;
  return db.write(async (tx) => {
    const row = await tx.first(rowOf, task);
    if (row === undefined) {
      const unused = { holder: null, lease_until: 0, last_started: null, last_ended: null };
      await tx.run(insertRow, { ...unused, name: task.name, due });
    } else if (row.due > now) {
      await tx.run(planRow, { name: task.name, due });
    }
    return tx.first(rowOf, task);
  });
}

function waitFor(row: MaintenanceRow | undefined, task: Maintenance): number {
  const now = Date.now();
  if (row === undefined) return 0;
  if (row.due > now) return Math.min(intervalOf(task), row.due - now);
  return row.lease_until - now;
}

/** Takes the task for this process; answers when, or undefined when it is not due or somebody is at it. */
const take = (db: Database, task: Maintenance, holder: string, leaseMs: number): Promise<number | undefined> =>
  db.write(async (tx) => {
    const now = Date.now();
    const row = await tx.first(rowOf, task);
    if (row !== undefined && (row.due > now || row.lease_until > now)) return undefined;
    const claimed = { name: task.name, holder, lease_until: now + leaseMs, last_started: now };
    if (row === undefined) await tx.run(insertRow, { ...claimed, due: now, last_ended: null });
    else await tx.run(takeRow, claimed);
    return now;
  });
