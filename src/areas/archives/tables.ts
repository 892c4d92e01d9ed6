import type { Choices, LeftOut } from '../../api/archive/kind.ts';
import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';

export type ExportState = 'Queued' | 'Running' | 'Completed' | 'Failed' | 'Cancelled' | 'Expired';
export type ExportStep = 'Snapshot' | 'Writing' | 'Publishing';

export interface Counts {
  readonly records: number;
  readonly blobs: number;
  /** Of the contents. */
  readonly bytes: number;
}

/** An export of a twin. Times are milliseconds since 1970. */
export interface ExportRow {
  readonly id: string;
  readonly twin_id: string;
  readonly state: ExportState;
  readonly step: ExportStep | null;
  readonly choices: JsonOf<Choices>;
  readonly file_name: string;
  readonly created_by: string;
  readonly job_id: string;
  readonly created: number;
  readonly started: number | null;
  readonly ended: number | null;
  /** When its file goes, or its row. */
  readonly expires: number | null;
  readonly error: JsonOf<{ readonly code: string; readonly message: string }> | null;
  /** Once the records were read: the moment, what is to be written in which order, and what of it is no content. */
  readonly snapshot: number | null;
  readonly plan_blob: string | null;
  readonly parts_blob: string | null;
  readonly counts: JsonOf<Counts> | null;
  readonly manifest_sha256: string | null;
  /** `data/archive.json` of the file. */
  readonly report: JsonOf<Report> | null;
  /** The file, while it is written and afterwards. */
  readonly file_blob: string | null;
  readonly size: number | null;
}

/** `data/archive.json`. */
export interface Report {
  readonly format: 1;
  readonly id: string;
  readonly program: string;
  readonly snapshot: string;
  readonly consistent: boolean;
  readonly twin: {
    readonly id: string;
    readonly displayName: string;
    readonly number: string;
    readonly class: string;
    readonly subClass: string;
    readonly parentId: string | null;
  };
  readonly source: { readonly baseUrl: string; readonly organization: string | null };
  readonly choices: Choices;
  readonly since: null;
  readonly counts: {
    readonly records: Readonly<Record<string, number>>;
    readonly blobs: number;
    readonly bytes: number;
    readonly held: number;
  };
  readonly leftOut: LeftOut[];
}

/** A piece of a file that was written, and how far the file is with it. */
export interface PieceRow {
  readonly export_id: string;
  readonly idx: number;
  readonly entry: number;
  readonly sent: number;
  readonly crc: number;
  readonly start: number;
  /** What the directory says of the entries that end in it, in base64. */
  readonly directory: string;
}

export const q = tables<{ archive_exports: ExportRow; archive_pieces: PieceRow }>();

export const archivesMigrations: readonly Migration[] = [
  {
    id: 'archives-1',
    statements: [
      `CREATE TABLE archive_exports (id {text} PRIMARY KEY, twin_id {text} NOT NULL, state {text} NOT NULL,
        step {text}, choices {text} NOT NULL, file_name {text} NOT NULL, created_by {text} NOT NULL,
        job_id {text} NOT NULL, created bigint NOT NULL, started bigint, ended bigint, expires bigint, error {text},
        snapshot bigint, plan_blob {text}, parts_blob {text}, counts {text}, manifest_sha256 {text}, report {text},
        file_blob {text}, size bigint)`,
      'CREATE INDEX archive_exports_twin ON archive_exports (twin_id, created DESC, id)',
      'CREATE INDEX archive_exports_job ON archive_exports (job_id)',
      'CREATE INDEX archive_exports_expires ON archive_exports (expires) WHERE expires IS NOT NULL',
      `CREATE INDEX archive_exports_running ON archive_exports (twin_id) WHERE state IN ('Queued', 'Running')`,
      `CREATE TABLE archive_pieces (export_id {text} NOT NULL, idx integer NOT NULL, entry bigint NOT NULL,
        sent bigint NOT NULL, crc bigint NOT NULL, start bigint NOT NULL, directory {text} NOT NULL,
        PRIMARY KEY (export_id, idx))`,
    ],
  },
];
