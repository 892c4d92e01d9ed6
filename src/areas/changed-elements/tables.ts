import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';

/** A comparison of two versions of a model. One model has at most one of the same two changesets. */
export interface ComparisonRow {
  /** Its own, never used again: addresses of results name it. */
  id: string;
  twin_id: string;
  model_id: string;
  /** 40 lower-case hex digits each. */
  start_id: string;
  end_id: string;
  /** Whether it has Started is what its job knows. */
  status: 'Queued' | 'Completed' | 'Failed';
  /** 1 while its job is held, because an import that it needs has not ended. */
  waiting: number;
  job_id: string;
  created_by: string;
  /** Milliseconds since 1970. */
  created: number;
  /** Of a Failed one. */
  error: string | null;
  /** Of a Completed one. */
  full_blob: string | null;
  minimal_blob: string | null;
}

/** What was said of a model in version 1; it has no effect. */
export interface TrackingRow {
  model_id: string;
  twin_id: string;
  enabled: number;
}

interface ChangedElementsTables {
  comparisons: ComparisonRow;
  comparison_tracking: TrackingRow;
}

export const q = tables<ChangedElementsTables>();

export const changedElementsMigrations: readonly Migration[] = [
  {
    id: 'changed-elements-1',
    statements: [
      `CREATE TABLE comparisons (
        id {text} PRIMARY KEY, twin_id {text} NOT NULL, model_id {text} NOT NULL, start_id {text} NOT NULL,
        end_id {text} NOT NULL, status {text} NOT NULL, waiting integer NOT NULL, job_id {text} NOT NULL,
        created_by {text} NOT NULL, created bigint NOT NULL, error {text}, full_blob {text}, minimal_blob {text},
        UNIQUE (model_id, start_id, end_id))`,
      'CREATE INDEX comparisons_twin ON comparisons (twin_id)',
      `CREATE TABLE comparison_tracking (
        model_id {text} PRIMARY KEY, twin_id {text} NOT NULL, enabled integer NOT NULL)`,
      'CREATE INDEX comparison_tracking_twin ON comparison_tracking (twin_id)',
    ],
  },
];
