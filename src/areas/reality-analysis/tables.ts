import type { DetectorType } from '../../engines/reality-analysis/detect/description.ts';
import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';

/** Times are milliseconds since 1970. */
export interface DetectorRow {
  readonly id: string;
  /** An organization, or a person without one. */
  readonly owner: string;
  readonly name: string;
  readonly name_folded: string;
  readonly type: DetectorType;
  readonly display_name: string | null;
  readonly description: string | null;
  readonly documentation_url: string | null;
  readonly created: number;
  readonly created_by: string;
}

export interface VersionRow {
  readonly id: string;
  readonly detector_id: string;
  readonly major: number;
  readonly minor: number;
  readonly status: 'AwaitingData' | 'Ready';
  /** JSON arrays of texts. */
  readonly labels: string;
  readonly exports: string;
  readonly created: number;
  readonly created_by: string;
  readonly published: number;
  /** Where the package is expected, until it is complete. */
  readonly upload_id: string | null;
  readonly blob_id: string | null;
  /** Whether jobs can run it, and why not. */
  readonly runnable: number;
  readonly note: string | null;
  /** What a run of the network has shown, as JSON; null until it was run. */
  readonly facts: string | null;
}

/** The folder of Storage in which files of jobs of a twin lie. */
export interface BucketRow {
  readonly twin_id: string;
  readonly item_id: string;
}

export interface AnalysisTables {
  analysis_buckets: BucketRow;
  analysis_detectors: DetectorRow;
  analysis_detector_versions: VersionRow;
}

export const q = tables<AnalysisTables>();

export const analysisMigrations: readonly Migration[] = [
  {
    id: 'reality-analysis-1',
    statements: [
      `CREATE TABLE analysis_detectors (id {text} PRIMARY KEY, owner {text} NOT NULL, name {text} NOT NULL,
        name_folded {text} NOT NULL, type {text} NOT NULL, display_name {text}, description {text},
        documentation_url {text}, created bigint NOT NULL, created_by {text} NOT NULL)`,
      'CREATE UNIQUE INDEX analysis_detectors_name ON analysis_detectors (owner, name_folded)',
      `CREATE TABLE analysis_detector_versions (id {text} PRIMARY KEY, detector_id {text} NOT NULL,
        major integer NOT NULL, minor integer NOT NULL, status {text} NOT NULL, labels {text} NOT NULL,
        exports {text} NOT NULL, created bigint NOT NULL, created_by {text} NOT NULL, published integer NOT NULL,
        upload_id {text}, blob_id {text}, runnable integer NOT NULL, note {text})`,
      'CREATE UNIQUE INDEX analysis_detector_versions_number ON analysis_detector_versions (detector_id, major, minor)',
      'CREATE INDEX analysis_detector_versions_published ON analysis_detector_versions (published, detector_id)',
      'CREATE INDEX analysis_detectors_named ON analysis_detectors (name_folded)',
      'CREATE INDEX analysis_detector_versions_waiting ON analysis_detector_versions (status, created)',
    ],
  },
  {
    id: 'reality-analysis-2',
    statements: ['CREATE TABLE analysis_buckets (twin_id {text} PRIMARY KEY, item_id {text} NOT NULL)'],
  },
  {
    id: 'reality-analysis-3',
    statements: ['ALTER TABLE analysis_detector_versions ADD COLUMN facts {text}'],
  },
];
