import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';

/** What groups jobs. Times are milliseconds since 1970. */
export interface WorkspaceRow {
  /** With a twin also that of the reality data into which clients put files. */
  id: string;
  /** Null: only its creator sees it. */
  twin_id: string | null;
  name: string;
  /** As its creator, or this installation, calls what it is made for. */
  capture_version: string;
  created: number;
  created_by: string;
}

/** What a job has kept for later ones of its workspace. */
export interface CacheRow {
  job_id: string;
  workspace_id: string;
  files: JsonOf<CacheFile[]>;
  created: number;
}

export interface CacheFile {
  /** Within the folder of the work, parted by slashes. */
  readonly path: string;
  readonly blobId: string;
  readonly size: number;
}

interface CaptureTables {
  capture_workspaces: WorkspaceRow;
  capture_caches: CacheRow;
}

export const q = tables<CaptureTables>();

export const captureMigrations: readonly Migration[] = [
  {
    id: 'capture-1',
    statements: [
      `CREATE TABLE capture_workspaces (
        id {text} PRIMARY KEY, twin_id {text}, name {text} NOT NULL, capture_version {text} NOT NULL,
        created bigint NOT NULL, created_by {text} NOT NULL)`,
      'CREATE INDEX capture_workspaces_twin ON capture_workspaces (twin_id)',
    ],
  },
  {
    id: 'capture-2',
    statements: [
      `CREATE TABLE capture_caches (
        job_id {text} PRIMARY KEY, workspace_id {text} NOT NULL, files {text} NOT NULL, created bigint NOT NULL)`,
      'CREATE INDEX capture_caches_workspace ON capture_caches (workspace_id)',
      'CREATE INDEX capture_caches_created ON capture_caches (created)',
    ],
  },
];
