import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { RequestableType } from './types.ts';

export type ExportStatus = 'NotStarted' | 'InProgress' | 'Complete' | 'Invalid';

/** An export of one version of a model to one type. Times are milliseconds since 1970. */
export interface ExportRow {
  id: string;
  model_id: string;
  twin_id: string;
  changeset_id: string;
  changeset_index: number;
  type: RequestableType;
  /** JSON as it was given at start; null for none. */
  options: string | null;
  filter: string | null;
  /** Equal for equal options and filters. */
  asked: string;
  exporter_version: string;
  /** 1 when it was made without being asked for. */
  automatic: number;
  /** 1 for those that somebody asked for; they stay until they are deleted. */
  kept: number;
  /** Who started it; null when nobody did. */
  created_by: string | null;
  status: ExportStatus;
  /** Why it is Invalid, for people. */
  error: string | null;
  /** The job that makes it, maybe together with others. */
  job_id: string;
  created: number;
  changed: number;
}

export const exportColumns = [
  'id',
  'model_id',
  'twin_id',
  'changeset_id',
  'changeset_index',
  'type',
  'options',
  'filter',
  'asked',
  'exporter_version',
  'automatic',
  'kept',
  'created_by',
  'status',
  'error',
  'job_id',
  'created',
  'changed',
] as const;

/** A file of a complete export. Exports that were made together share the blobs of what is the same. */
export interface MeshFileRow {
  export_id: string;
  /** "tiles/r3.glb" */
  name: string;
  blob_id: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
  content_type: string;
}

export interface MeshTables {
  mesh_exports: ExportRow;
  mesh_files: MeshFileRow;
}

export const q = tables<MeshTables>();

export const meshExportMigrations: readonly Migration[] = [
  {
    id: 'mesh-export-1',
    statements: [
      `CREATE TABLE mesh_exports (
        id {text} PRIMARY KEY, model_id {text} NOT NULL, twin_id {text} NOT NULL, changeset_id {text} NOT NULL,
        changeset_index integer NOT NULL, type {text} NOT NULL, options {text}, filter {text}, asked {text} NOT NULL,
        exporter_version {text} NOT NULL, automatic integer NOT NULL, kept integer NOT NULL, created_by {text},
        status {text} NOT NULL, error {text}, job_id {text} NOT NULL, created bigint NOT NULL, changed bigint NOT NULL)`,
      'CREATE INDEX mesh_exports_model ON mesh_exports (model_id, changeset_index)',
      'CREATE INDEX mesh_exports_creator ON mesh_exports (created_by) WHERE created_by IS NOT NULL',
      'CREATE INDEX mesh_exports_job ON mesh_exports (job_id)',
      `CREATE UNIQUE INDEX mesh_exports_equal ON mesh_exports (model_id, changeset_id, type, asked, exporter_version)
        WHERE status <> 'Invalid'`,
      `CREATE TABLE mesh_files (
        export_id {text} NOT NULL, name {text} NOT NULL, blob_id {text} NOT NULL, size bigint NOT NULL,
        sha256 {text} NOT NULL, content_type {text} NOT NULL, PRIMARY KEY (export_id, name))`,
      'CREATE INDEX mesh_files_blob ON mesh_files (blob_id)',
    ],
  },
];
