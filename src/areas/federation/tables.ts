import type { NamedTable } from '../../engines/tables/params.ts';
import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';
import type { SystemType } from './definition.ts';

/** Times are milliseconds since 1970. */
export interface PackageRow {
  readonly unique_name: string;
  readonly first_loaded: number;
  readonly changed: number;
  /** Of the definition, to see that it has changed. */
  readonly digest: string;
}

/** A package role that a role of a twin has. */
export interface AssignmentRow {
  readonly twin_id: string;
  readonly unique_name: string;
  readonly role_id: string;
  readonly package_role_id: string;
}

export type Credentials = Readonly<Record<string, string>>;

export interface SystemRow {
  readonly id: string;
  readonly twin_id: string;
  readonly name: string;
  readonly system_id: string;
  /** The systemId without case. */
  readonly system_key: string;
  readonly system_type: SystemType;
  /** JSON of `Credentials`, sealed. */
  readonly credentials: string;
  readonly changed: number;
  readonly changed_by: string;
  readonly version: number;
  /** When its last conversation had to be ended by this server; null once somebody has tested it. */
  readonly ended: number | null;
}

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

export interface TimerRow {
  readonly id: string;
  readonly twin_id: string;
  readonly name: string;
  /** The name without case. */
  readonly name_key: string;
  readonly unique_name: string;
  readonly cron: string;
  readonly enabled: number;
  readonly parameters: JsonOf<Parameter[] | null>;
  /** As whom it runs, through which application. */
  readonly created_by: string;
  readonly client_id: string;
  /** When it fires next; null while it is off, or never again. */
  readonly next_due: number | null;
  readonly version: number;
}

export type RunState = 'Queued' | 'Running' | 'Succeeded' | 'Failed' | 'Cancelled' | 'Skipped';

export interface RunRow {
  readonly id: string;
  readonly timer_id: string;
  readonly twin_id: string;
  readonly scheduled: number;
  readonly started: number | null;
  readonly ended: number | null;
  readonly state: RunState;
  readonly rows: number | null;
  readonly message: string | null;
  readonly job_id: string | null;
  readonly blob_id: string | null;
}

export type SourceKind = 'model' | 'file' | 'database';

/** A table file: the rows of one version of a source, as SQLite. */
export interface TableFileRow {
  readonly source_kind: SourceKind;
  readonly source_id: string;
  readonly version: string;
  readonly format: number;
  readonly twin_id: string;
  readonly blob_id: string | null;
  readonly state: 'Making' | 'Ready' | 'Failed';
  /** Why it could not be made, for people. */
  readonly fault: string | null;
  /** The tables of a file; null for a model, whose tables are always the same. */
  readonly catalog: JsonOf<NamedTable[]> | null;
  readonly job_id: string;
  readonly size: number;
  readonly used: number;
}

/** Which versions the pages of one reading come from. */
export interface ReadingRow {
  /** Digest of the versions. */
  readonly id: string;
  readonly twin_id: string;
  readonly versions: string;
  readonly used: number;
}

export interface FederationTables {
  federation_packages: PackageRow;
  federation_assignments: AssignmentRow;
  federation_systems: SystemRow;
  federation_timers: TimerRow;
  federation_runs: RunRow;
  federation_tables: TableFileRow;
  federation_readings: ReadingRow;
}

export const q = tables<FederationTables>();

export const federationMigrations: readonly Migration[] = [
  {
    id: 'federation-1',
    statements: [
      `CREATE TABLE federation_packages (unique_name {text} PRIMARY KEY, first_loaded bigint NOT NULL,
        changed bigint NOT NULL, digest {text} NOT NULL)`,
      `CREATE TABLE federation_assignments (twin_id {text} NOT NULL, unique_name {text} NOT NULL,
        role_id {text} NOT NULL, package_role_id {text} NOT NULL,
        PRIMARY KEY (twin_id, unique_name, role_id, package_role_id))`,
      'CREATE INDEX federation_assignments_role ON federation_assignments (role_id)',
      `CREATE TABLE federation_systems (id {text} PRIMARY KEY, twin_id {text} NOT NULL, name {text} NOT NULL,
        system_id {text} NOT NULL, system_key {text} NOT NULL, system_type {text} NOT NULL, credentials {text} NOT NULL,
        changed bigint NOT NULL, changed_by {text} NOT NULL, version integer NOT NULL)`,
      'CREATE UNIQUE INDEX federation_systems_key ON federation_systems (twin_id, system_key)',
      `CREATE TABLE federation_timers (id {text} PRIMARY KEY, twin_id {text} NOT NULL, name {text} NOT NULL,
        name_key {text} NOT NULL, unique_name {text} NOT NULL, cron {text} NOT NULL, enabled integer NOT NULL,
        parameters {text} NOT NULL, created_by {text} NOT NULL, client_id {text} NOT NULL, next_due bigint,
        version integer NOT NULL)`,
      'CREATE UNIQUE INDEX federation_timers_name ON federation_timers (twin_id, name_key)',
      'CREATE INDEX federation_timers_due ON federation_timers (next_due) WHERE enabled = 1',
      `CREATE TABLE federation_runs (id {text} PRIMARY KEY, timer_id {text} NOT NULL, twin_id {text} NOT NULL,
        scheduled bigint NOT NULL, started bigint, ended bigint, state {text} NOT NULL, rows bigint, message {text},
        job_id {text}, blob_id {text})`,
      'CREATE UNIQUE INDEX federation_runs_scheduled ON federation_runs (timer_id, scheduled)',
      `CREATE TABLE federation_tables (source_kind {text} NOT NULL, source_id {text} NOT NULL, version {text} NOT NULL,
        format integer NOT NULL, twin_id {text} NOT NULL, blob_id {text}, state {text} NOT NULL, fault {text},
        catalog {text}, job_id {text} NOT NULL, size bigint NOT NULL, used bigint NOT NULL,
        PRIMARY KEY (source_kind, source_id, version, format))`,
      'CREATE INDEX federation_tables_used ON federation_tables (used)',
      'CREATE INDEX federation_tables_twin ON federation_tables (twin_id)',
      `CREATE TABLE federation_readings (id {text} PRIMARY KEY, twin_id {text} NOT NULL, versions {text} NOT NULL,
        used bigint NOT NULL)`,
      'CREATE INDEX federation_readings_used ON federation_readings (used)',
    ],
  },
  { id: 'federation-2', statements: ['ALTER TABLE federation_systems ADD COLUMN ended bigint'] },
];
