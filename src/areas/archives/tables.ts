import type { Choices, LeftOut } from '../../api/archive/kind.ts';
import type { ArchiveFault } from '../../engines/archive/faults.ts';
import type { Mode } from '../../kernel/callers/people.ts';
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

export type ImportState = 'AwaitingUpload' | 'Checking' | 'Ready' | 'Refused' | 'Expired';

/** What an archive that was checked says of itself, as answers tell it. */
export interface ImportedArchive extends Omit<Report, 'since' | 'twin' | 'choices' | 'leftOut' | 'format'> {
  readonly format: number;
  readonly twin: Omit<Report['twin'], 'parentId'>;
  readonly since: { readonly id: string; readonly manifest: string } | null;
  /** How many things. */
  readonly leftOut: number;
}

/** A file that somebody brings in. Times are milliseconds since 1970. */
export interface ImportRow {
  readonly id: string;
  readonly state: ImportState;
  readonly file_name: string;
  readonly created_by: string;
  /** In which its creator asked: it is seen in this one only. */
  readonly mode: Mode;
  readonly created: number;
  /** When its file goes, or its row. */
  readonly expires: number;
  readonly job_id: string | null;
  /** The file, while it is uploaded and afterwards. */
  readonly blob_id: string | null;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly archive: JsonOf<ImportedArchive> | null;
  readonly fault: JsonOf<ArchiveFault> | null;
}

export const q = tables<{ archive_exports: ExportRow; archive_pieces: PieceRow; archive_imports: ImportRow }>();

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
  {
    id: 'archives-2',
    statements: [
      `CREATE TABLE archive_imports (id {text} PRIMARY KEY, state {text} NOT NULL, file_name {text} NOT NULL,
        created_by {text} NOT NULL, mode {text} NOT NULL, created bigint NOT NULL, expires bigint NOT NULL, job_id {text},
        blob_id {text}, size bigint, sha256 {text}, archive {text}, fault {text})`,
      'CREATE INDEX archive_imports_creator ON archive_imports (created_by, created DESC, id)',
      'CREATE INDEX archive_imports_expires ON archive_imports (expires)',
    ],
  },
];
