import type { Migration } from '../kernel/db/database.ts';
import { tables } from '../kernel/db/query.ts';
import type { JsonOf } from '../std/json.ts';
import type { Message } from './messages.ts';

/** The APIs whose jobs these are; each sees its own only. */
export type RealityApiName = 'capture' | 'conversion' | 'analysis' | 'analysis2';

export type RealityJobState = 'unsubmitted' | 'active' | 'success' | 'failed' | 'cancelled';

/** A job of an API that reads and writes reality data. Times are milliseconds since 1970. */
export interface RealityJobRow {
  id: string;
  api: RealityApiName;
  /** Null: the job of a workspace without a twin, which only its creator sees. */
  twin_id: string | null;
  /** Where its outputs are made, and its rights are asked. */
  home_twin: string;
  workspace_id: string | null;
  /** As its API names it. */
  type: string;
  name: string;
  state: RealityJobState;
  /** JSON of its API: options or settings, as they were given. */
  settings: string;
  /** JSON of its API: parameters of the estimate. */
  cost: string | null;
  owner_id: string;
  /** Of the creator. */
  email: string;
  created: number;
  modified: number;
  submitted: number | null;
  started: number | null;
  ended: number | null;
  /** The cost of what was really processed. */
  units: number | null;
  errors: JsonOf<Message[]>;
  warnings: JsonOf<Message[]>;
  /** What its progress has reached at least; the queue knows more while it is at work. */
  percentage: number;
  /** Its job in the queue, from submission on. */
  queue_id: string | null;
  version: number;
}

export interface RealityInputRow {
  job_id: string;
  place: number;
  /** As the request named it: reality data, or an item of Storage. */
  given_id: string;
  data_id: string;
  /** What its API says of it: its type, or what it is used for. */
  kind: string;
  description: string | null;
}

export interface RealityOutputRow {
  job_id: string;
  place: number;
  /** Format or name, as its API writes it. */
  kind: string;
  /** From submission on, whatever became of it. */
  data_id: string | null;
}

interface RealityJobTables {
  reality_jobs: RealityJobRow;
  reality_job_inputs: RealityInputRow;
  reality_job_outputs: RealityOutputRow;
}

export const q = tables<RealityJobTables>();

export const realityJobMigrations: readonly Migration[] = [
  {
    id: 'reality-jobs-1',
    statements: [
      `CREATE TABLE reality_jobs (
        id {text} PRIMARY KEY, api {text} NOT NULL, twin_id {text}, home_twin {text} NOT NULL, workspace_id {text},
        type {text} NOT NULL, name {text} NOT NULL, state {text} NOT NULL, settings {text} NOT NULL, cost {text},
        owner_id {text} NOT NULL, email {text} NOT NULL, created bigint NOT NULL, modified bigint NOT NULL,
        submitted bigint, started bigint, ended bigint, units double precision, errors {text} NOT NULL,
        warnings {text} NOT NULL, percentage integer NOT NULL, queue_id {text}, version integer NOT NULL)`,
      'CREATE INDEX reality_jobs_twin ON reality_jobs (twin_id, created)',
      'CREATE INDEX reality_jobs_home ON reality_jobs (home_twin)',
      'CREATE INDEX reality_jobs_owner ON reality_jobs (owner_id, created)',
      'CREATE INDEX reality_jobs_workspace ON reality_jobs (workspace_id)',
      `CREATE TABLE reality_job_inputs (
        job_id {text} NOT NULL, place integer NOT NULL, given_id {text} NOT NULL, data_id {text} NOT NULL,
        kind {text} NOT NULL, description {text}, PRIMARY KEY (job_id, place))`,
      'CREATE INDEX reality_job_inputs_data ON reality_job_inputs (data_id)',
      `CREATE TABLE reality_job_outputs (
        job_id {text} NOT NULL, place integer NOT NULL, kind {text} NOT NULL, data_id {text},
        PRIMARY KEY (job_id, place))`,
      'CREATE INDEX reality_job_outputs_data ON reality_job_outputs (data_id)',
    ],
  },
];
