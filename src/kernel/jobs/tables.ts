import type { JsonOf } from '../../std/json.ts';
import type { Migration } from '../db/database.ts';
import { tables } from '../db/query.ts';

export type JobState = 'Queued' | 'Running' | 'Succeeded' | 'Failed' | 'Cancelled';

/** A job as it is stored. Times are milliseconds since 1970. */
export interface JobRow {
  id: string;
  kind: string;
  /** 1 for housekeeping that is not shown. */
  internal: number;
  twin_id: string | null;
  /** Whose turn it takes for a seat: the account of its twin. Null where a release before that made it, or there is no such account. */
  account: string | null;
  title: string;
  created_by: string;
  payload: JsonOf<unknown>;
  resource: string | null;
  /** Jobs of one lane run one at a time, in the order in which they were made. */
  lane: string | null;
  state: JobState;
  /** Microseconds since 1970 at which it was made, never the same twice in a process: the order of the queue. */
  position: number;
  /** When it may start; null unless Queued, and while it is held until what it needs is there. */
  due: number | null;
  /** The worker that holds it; null unless Running. */
  worker: string | null;
  /** Grows with every claim, so that a holder whose lease was lost can be told from the next one. */
  fence: number;
  attempt: number;
  max_attempts: number;
  /** How often in a row its worker died under it. */
  losses: number;
  /** How often a signal has ended a process that did its work. */
  killed: number;
  /** 1 while a running job has been asked to stop. */
  cancelling: number;
  step: string | null;
  done: number;
  total: number | null;
  unit: string | null;
  message: string | null;
  log: JsonOf<string[]>;
  error_code: string | null;
  error_message: string | null;
  created: number;
  started: number | null;
  /** When a worker last took it. */
  claimed: number | null;
  ended: number | null;
  /** Grows with every change. */
  version: number;
}

export const jobColumns = [
  'id',
  'kind',
  'internal',
  'twin_id',
  'account',
  'title',
  'created_by',
  'payload',
  'resource',
  'lane',
  'state',
  'position',
  'due',
  'worker',
  'fence',
  'attempt',
  'max_attempts',
  'losses',
  'killed',
  'cancelling',
  'step',
  'done',
  'total',
  'unit',
  'message',
  'log',
  'error_code',
  'error_message',
  'created',
  'started',
  'claimed',
  'ended',
  'version',
] as const;

/** A worker with jobs in hand. Its lease covers all of them. */
export interface WorkerRow {
  id: string;
  /** Machine or container, and data folder: where another process can be seen to be dead. */
  place: string;
  pid: number;
  /** Tells the process from a later one with the same pid. */
  process: string;
  expires: number;
}

export interface JobTables {
  jobs: JobRow;
  job_workers: WorkerRow;
}

export const q = tables<JobTables>();

export const jobMigrations: Migration[] = [
  {
    id: 'jobs-1',
    statements: [
      `CREATE TABLE jobs (
        id {text} PRIMARY KEY, kind {text} NOT NULL, internal integer NOT NULL, twin_id {text}, title {text} NOT NULL,
        created_by {text} NOT NULL, payload {text} NOT NULL, resource {text}, lane {text}, state {text} NOT NULL,
        position bigint NOT NULL, due bigint, worker {text}, fence bigint NOT NULL, attempt integer NOT NULL,
        max_attempts integer NOT NULL, losses integer NOT NULL, cancelling integer NOT NULL, step {text},
        done bigint NOT NULL, total bigint, unit {text}, message {text}, log {text} NOT NULL, error_code {text},
        error_message {text}, created bigint NOT NULL, started bigint, ended bigint, version bigint NOT NULL)`,
      'CREATE INDEX jobs_due ON jobs (due, position, kind) WHERE due IS NOT NULL',
      'CREATE INDEX jobs_worker ON jobs (worker, kind) WHERE worker IS NOT NULL',
      'CREATE INDEX jobs_lane ON jobs (lane) WHERE lane IS NOT NULL AND ended IS NULL',
      'CREATE INDEX jobs_ended ON jobs (ended) WHERE ended IS NOT NULL',
      'CREATE INDEX jobs_by_creator ON jobs (created_by, position)',
      'CREATE INDEX jobs_by_twin ON jobs (twin_id, position) WHERE twin_id IS NOT NULL',
      `CREATE TABLE job_workers (
        id {text} PRIMARY KEY, place {text} NOT NULL, pid bigint NOT NULL, process {text} NOT NULL,
        expires bigint NOT NULL)`,
    ],
  },
  {
    id: 'jobs-turns',
    statements: [
      'ALTER TABLE jobs ADD COLUMN account {text}',
      'ALTER TABLE jobs ADD COLUMN claimed bigint',
      'CREATE INDEX jobs_turns ON jobs (kind, account, claimed) WHERE claimed IS NOT NULL',
      'CREATE INDEX jobs_twin_turns ON jobs (kind, twin_id, claimed) WHERE claimed IS NOT NULL',
      // with all that is counted of them: a database with statistics would read the table for a few rows
      'CREATE INDEX jobs_at_work ON jobs (worker, kind, twin_id, account, created_by) WHERE worker IS NOT NULL',
    ],
  },
  { id: 'jobs-killed', statements: ['ALTER TABLE jobs ADD COLUMN killed integer NOT NULL DEFAULT 0'] },
];
