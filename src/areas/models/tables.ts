import type { ChangesetState } from '../../api/ports/models.ts';
import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';
import type { Summary } from './summary.ts';

/** A file that is a model, whatever it is called now. Its name, and whether it is in use, are the file's. */
export interface ModelRow {
  id: string;
  twin_id: string;
  file_id: string;
  /** Blob with the keys of all elements the model has ever had, one a line: line n is element 0x1000 + n. */
  ids_blob: string | null;
  /** The job that imports one of its versions anew, as long as there is one. */
  renewal_job: string | null;
}

/** A version of a model. Times are milliseconds since 1970. */
export interface ChangesetRow {
  model_id: string;
  /** From 1. */
  idx: number;
  /** 40 hex digits; unique in its model. */
  id: string;
  /** Empty for the first. */
  parent_id: string;
  twin_id: string;
  state: ChangesetState;
  pushed: number;
  creator_id: string;
  display_name: string;
  description: string | null;
  size: number;
  /** The uploaded bytes, and their hash. */
  content_blob: string;
  sha256: string;
  job_id: string;
  error_line: number | null;
  error_reason: string | null;
  snapshot_blob: string | null;
  /** Blob ids. */
  geometry_blobs: JsonOf<string[]> | null;
  geometry_refused: string | null;
  /** Null unless Ready. */
  summary: JsonOf<Summary> | null;
  element_count: number | null;
  /** Format of the artefacts. */
  format: number | null;
  /** The format that could not be made of it. */
  renewal_failed: number | null;
}

export const changesetColumns = [
  'model_id',
  'idx',
  'id',
  'parent_id',
  'twin_id',
  'state',
  'pushed',
  'creator_id',
  'display_name',
  'description',
  'size',
  'content_blob',
  'sha256',
  'job_id',
  'error_line',
  'error_reason',
  'snapshot_blob',
  'geometry_blobs',
  'geometry_refused',
  'summary',
  'element_count',
  'format',
  'renewal_failed',
] as const;

export interface ModelTables {
  models: ModelRow;
  model_changesets: ChangesetRow;
}

export const q = tables<ModelTables>();

export const modelMigrations: readonly Migration[] = [
  {
    id: 'models-1',
    statements: [
      `CREATE TABLE models (id {text} PRIMARY KEY, twin_id {text} NOT NULL, file_id {text} NOT NULL UNIQUE, ids_blob {text})`,
      'CREATE INDEX models_twin ON models (twin_id)',
      `CREATE TABLE model_changesets (
        model_id {text} NOT NULL, idx integer NOT NULL, id {text} NOT NULL, parent_id {text} NOT NULL,
        twin_id {text} NOT NULL, state {text} NOT NULL, pushed bigint NOT NULL, creator_id {text} NOT NULL,
        display_name {text} NOT NULL, description {text}, size bigint NOT NULL, content_blob {text} NOT NULL,
        sha256 {text} NOT NULL, job_id {text} NOT NULL, error_line integer, error_reason {text}, snapshot_blob {text},
        geometry_blobs {text}, geometry_refused {text}, summary {text}, element_count integer, format integer,
        PRIMARY KEY (model_id, idx))`,
      'CREATE UNIQUE INDEX model_changesets_id ON model_changesets (model_id, id)',
      'CREATE INDEX model_changesets_content ON model_changesets (content_blob)',
    ],
  },
  {
    id: 'models-2-renewal',
    statements: [
      'ALTER TABLE models ADD COLUMN renewal_job {text}',
      'ALTER TABLE model_changesets ADD COLUMN renewal_failed integer',
      'CREATE INDEX model_changesets_format ON model_changesets (format)',
    ],
  },
  {
    id: 'models-3',
    statements: ['CREATE INDEX models_renewing ON models (renewal_job) WHERE renewal_job IS NOT NULL'],
  },
];
