import type { DeclarationSource } from '../../engines/carbon/types.ts';
import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { Tool } from './tools.ts';

/** What a configuration takes its quantities from: tables of a report, or a model. */
export type Form = 'report' | 'extraction';

/** Times are milliseconds since 1970. */
export interface ConfigurationRow {
  readonly id: string;
  readonly tool: Tool;
  readonly twin_id: string;
  readonly form: Form;
  readonly report_id: string | null;
  readonly model_id: string | null;
  readonly display_name: string;
  readonly description: string | null;
  /** JSON. */
  readonly labels: string;
  readonly created: number;
  readonly created_by: string;
  readonly modified: number;
  readonly modified_by: string;
  readonly version: number;
}

export interface JobRow {
  readonly id: string;
  /** What callers know it by: of tool a with the id of its report or configuration in front. */
  readonly public_id: string;
  readonly tool: Tool;
  readonly twin_id: string;
  /** Whose imports it may have to wait for. */
  readonly model_id: string | null;
  /** JSON of `Work`: a copy of the configuration. */
  readonly work: string;
  readonly project_name: string | null;
  /** Whether it has begun to run is what the queue knows. */
  readonly status: 'Queued' | 'Succeeded' | 'Failed';
  /** 1 while it is held for an import. */
  readonly waiting: number;
  /** Of an external tool, sealed, until the job ends. */
  readonly token: string | null;
  readonly message: string | null;
  /** Where an external tool shows its project. */
  readonly project_url: string | null;
  readonly job_id: string;
  readonly created: number;
  readonly ended: number | null;
  /** Of a result of a model: the version that was calculated. */
  readonly changeset_id: string | null;
  /** Of a result: kg CO2e; null where nothing could be calculated. */
  readonly embodied: number | null;
}

/** A file of a result. */
export interface FileRow {
  /** Of the carbon job. */
  readonly job_id: string;
  readonly name: string;
  readonly blob_id: string;
  readonly size: number;
  readonly content_type: string;
}

export interface EpdRow {
  readonly id: string;
  readonly twin_id: string;
  readonly name: string;
  readonly name_key: string;
  /** JSON of `Declaration`. */
  readonly declaration: string;
  readonly example: number;
  readonly valid_until: string | null;
  readonly source_format: DeclarationSource['format'];
  readonly file_name: string;
  readonly source_sha: string;
  readonly source_position: number;
  readonly created: number;
  readonly created_by: string;
}

export interface MappingRow {
  readonly id: string;
  readonly twin_id: string;
  readonly display_name: string;
  readonly version: number;
  readonly state: 'Draft' | 'Reviewed';
  readonly is_default: number;
  readonly study_period: number;
  /** JSON of groups and materials. */
  readonly content: string;
  readonly reviewed_by: string | null;
  readonly reviewed: number | null;
  readonly created: number;
  readonly created_by: string;
}

export interface CarbonTables {
  carbon_configurations: ConfigurationRow;
  carbon_jobs: JobRow;
  carbon_files: FileRow;
  carbon_epds: EpdRow;
  carbon_mappings: MappingRow;
  /** Which mappings name which declarations. */
  carbon_mapping_epds: { readonly mapping_id: string; readonly epd_id: string };
}

export const q = tables<CarbonTables>();

export const carbonMigrations: readonly Migration[] = [
  {
    id: 'carbon-calculation-1',
    statements: [
      `CREATE TABLE carbon_configurations (id {text} PRIMARY KEY, tool {text} NOT NULL, twin_id {text} NOT NULL,
        form {text} NOT NULL, report_id {text}, model_id {text}, display_name {text} NOT NULL, description {text},
        labels {text} NOT NULL, created bigint NOT NULL, created_by {text} NOT NULL, modified bigint NOT NULL,
        modified_by {text} NOT NULL, version integer NOT NULL)`,
      'CREATE INDEX carbon_configurations_twin ON carbon_configurations (twin_id, tool, created DESC, id)',
    ],
  },
  {
    id: 'carbon-calculation-2',
    statements: [
      `CREATE TABLE carbon_jobs (id {text} PRIMARY KEY, public_id {text} NOT NULL UNIQUE, tool {text} NOT NULL,
        twin_id {text} NOT NULL, model_id {text}, work {text} NOT NULL, project_name {text}, status {text} NOT NULL,
        waiting integer NOT NULL, token {text}, message {text}, project_url {text}, job_id {text} NOT NULL,
        created bigint NOT NULL, ended bigint)`,
      'CREATE INDEX carbon_jobs_twin ON carbon_jobs (twin_id, status)',
      'CREATE INDEX carbon_jobs_ended ON carbon_jobs (ended) WHERE ended IS NOT NULL',
      'CREATE INDEX carbon_jobs_waiting ON carbon_jobs (model_id) WHERE waiting = 1',
      `CREATE TABLE carbon_files (job_id {text} NOT NULL, name {text} NOT NULL, blob_id {text} NOT NULL,
        size bigint NOT NULL, content_type {text} NOT NULL, PRIMARY KEY (job_id, name))`,
      `CREATE TABLE carbon_epds (id {text} PRIMARY KEY, twin_id {text} NOT NULL, name {text} NOT NULL,
        name_key {text} NOT NULL, declaration {text} NOT NULL, example integer NOT NULL, valid_until {text},
        source_format {text} NOT NULL, file_name {text} NOT NULL, source_sha {text} NOT NULL,
        source_position integer NOT NULL, created bigint NOT NULL, created_by {text} NOT NULL)`,
      'CREATE UNIQUE INDEX carbon_epds_source ON carbon_epds (twin_id, source_sha, source_position)',
      'CREATE INDEX carbon_epds_name ON carbon_epds (twin_id, name_key, id)',
      `CREATE TABLE carbon_mappings (id {text} PRIMARY KEY, twin_id {text} NOT NULL, display_name {text} NOT NULL,
        version integer NOT NULL, state {text} NOT NULL, is_default integer NOT NULL, study_period integer NOT NULL,
        content {text} NOT NULL, reviewed_by {text}, reviewed bigint, created bigint NOT NULL, created_by {text} NOT NULL)`,
      'CREATE INDEX carbon_mappings_twin ON carbon_mappings (twin_id, created DESC, id)',
      `CREATE TABLE carbon_mapping_epds (mapping_id {text} NOT NULL, epd_id {text} NOT NULL,
        PRIMARY KEY (mapping_id, epd_id))`,
      'CREATE INDEX carbon_mapping_epds_epd ON carbon_mapping_epds (epd_id)',
    ],
  },
  {
    id: 'carbon-calculation-3',
    statements: [
      'ALTER TABLE carbon_jobs ADD COLUMN changeset_id {text}',
      'ALTER TABLE carbon_jobs ADD COLUMN embodied double precision',
      'CREATE INDEX carbon_jobs_created ON carbon_jobs (twin_id, created DESC, id)',
    ],
  },
];
