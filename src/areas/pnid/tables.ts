import type { Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';

/** Times are milliseconds since 1970. */
export interface InferenceRow {
  readonly id: string;
  readonly twin_id: string;
  readonly model_version: string;
  readonly symbol_set_id: string | null;
  readonly created_by: string;
  readonly created: number;
  readonly modified: number;
}

export interface InputRow {
  readonly inference_id: string;
  readonly name: string;
  readonly blob_id: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly content_type: string;
  readonly created_by: string;
}

export type RunStatus = 'queued' | 'inProgress' | 'completed' | 'failed' | 'canceled';

export interface RunRow {
  readonly inference_id: string;
  readonly status: RunStatus;
  readonly job_id: string;
  readonly created: number;
  readonly started: number | null;
  readonly ended: number | null;
  /** Null until all inputs are split. */
  readonly sheets: number | null;
  readonly sheets_done: number;
  readonly message: string | null;
}

/** A sheet of a run, or an input that has none because it cannot be split. */
export interface SheetRow {
  readonly inference_id: string;
  readonly position: number;
  /** The input. */
  readonly name: string;
  /** 0 for an input as a whole. */
  readonly page: number;
  readonly state: 'waiting' | 'done' | 'failed';
  /** How often its engine has crashed. */
  readonly tries: number;
  /** E101 to E109. */
  readonly error: string | null;
}

/** A file of a run; those of sheets that are done are not visible before the run is completed. */
export interface ResultRow {
  readonly inference_id: string;
  readonly name: string;
  readonly blob_id: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly content_type: string;
  /** Counts reviews. */
  readonly version: number;
  readonly visible: number;
}

/** What people said of a sheet; a new run of its inference puts it onto what it reads. */
export interface ReviewRow {
  readonly inference_id: string;
  /** `mypid_pdf_p0001` */
  readonly sheet: string;
  /** Of the input that was reviewed, in hexadecimal. */
  readonly input_sha256: string;
  /** The prediction as it was recognised. */
  readonly recognised_blob_id: string;
  /** The prediction as people left it; while its run is there, this is the result of the run. */
  readonly reviewed_blob_id: string;
}

/** What a person last said of one thing of a sheet. */
export interface CorrectionRow {
  readonly inference_id: string;
  readonly sheet: string;
  /** Of the region or link in the prediction file. */
  readonly item_id: string;
  readonly kind: 'region' | 'link';
  readonly change: 'added' | 'changed' | 'approved' | 'deleted' | 'reopened' | 'removed';
  readonly made_by: string;
  readonly made: number;
}

/** Where a symbol with a tag is; seen when the run is completed. */
export interface TagRow {
  readonly inference_id: string;
  readonly sheet: string;
  readonly region_id: string;
  readonly twin_id: string;
  /** What tags are compared by. */
  readonly tag_key: string;
  readonly tag: string;
  readonly model_class: string;
  readonly status: 'pending' | 'approved';
}

/** Symbols that are looked for in the drawings of a twin. */
export interface SymbolSetRow {
  readonly id: string;
  readonly twin_id: string;
  readonly display_name: string;
  /** Counts changes. */
  readonly version: number;
  /** Its rules as JSON. */
  readonly content: string;
  readonly created_by: string;
  readonly modified: number;
}

/** A set as it was before a change: results name the version that they were read with. */
export interface SymbolSetVersionRow {
  readonly set_id: string;
  readonly version: number;
  readonly display_name: string;
  readonly content: string;
  /** When it was published. */
  readonly modified: number;
}

export interface PnidTables {
  pnid_symbol_set_versions: SymbolSetVersionRow;
  pnid_symbol_sets: SymbolSetRow;
  pnid_inferences: InferenceRow;
  pnid_inputs: InputRow;
  pnid_runs: RunRow;
  pnid_sheets: SheetRow;
  pnid_results: ResultRow;
  pnid_tags: TagRow;
  pnid_reviews: ReviewRow;
  pnid_corrections: CorrectionRow;
}

export const q = tables<PnidTables>();

export const pnidMigrations: readonly Migration[] = [
  {
    id: 'pnid-1',
    statements: [
      `CREATE TABLE pnid_inferences (
        id {text} PRIMARY KEY, twin_id {text} NOT NULL, model_version {text} NOT NULL, symbol_set_id {text},
        created_by {text} NOT NULL, created bigint NOT NULL, modified bigint NOT NULL)`,
      'CREATE INDEX pnid_inferences_twin ON pnid_inferences (twin_id, created, id)',
      `CREATE TABLE pnid_inputs (
        inference_id {text} NOT NULL, name {text} NOT NULL, blob_id {text} NOT NULL, size bigint NOT NULL,
        sha256 {text} NOT NULL, content_type {text} NOT NULL, created_by {text} NOT NULL, PRIMARY KEY (inference_id, name))`,
      `CREATE TABLE pnid_runs (
        inference_id {text} PRIMARY KEY, status {text} NOT NULL, job_id {text} NOT NULL, created bigint NOT NULL,
        started bigint, ended bigint, sheets integer, sheets_done integer NOT NULL, message {text})`,
      `CREATE TABLE pnid_sheets (
        inference_id {text} NOT NULL, position integer NOT NULL, name {text} NOT NULL, page integer NOT NULL,
        state {text} NOT NULL, tries integer NOT NULL, error {text}, PRIMARY KEY (inference_id, position))`,
      `CREATE TABLE pnid_results (
        inference_id {text} NOT NULL, name {text} NOT NULL, blob_id {text} NOT NULL, size bigint NOT NULL,
        sha256 {text} NOT NULL, content_type {text} NOT NULL, version integer NOT NULL, visible integer NOT NULL,
        PRIMARY KEY (inference_id, name))`,
    ],
  },
  {
    id: 'pnid-2',
    statements: [
      `CREATE TABLE pnid_symbol_sets (
        id {text} PRIMARY KEY, twin_id {text} NOT NULL, display_name {text} NOT NULL, version integer NOT NULL,
        content {text} NOT NULL, created_by {text} NOT NULL, modified bigint NOT NULL)`,
      'CREATE INDEX pnid_symbol_sets_twin ON pnid_symbol_sets (twin_id)',
      'CREATE INDEX pnid_inferences_set ON pnid_inferences (symbol_set_id)',
    ],
  },
  {
    id: 'pnid-3',
    statements: [
      `CREATE TABLE pnid_tags (
        inference_id {text} NOT NULL, sheet {text} NOT NULL, region_id {text} NOT NULL, twin_id {text} NOT NULL,
        tag_key {text} NOT NULL, tag {text} NOT NULL, model_class {text} NOT NULL, status {text} NOT NULL,
        PRIMARY KEY (inference_id, sheet, region_id))`,
      'CREATE INDEX pnid_tags_key ON pnid_tags (twin_id, tag_key)',
      `CREATE TABLE pnid_symbol_set_versions (
        set_id {text} NOT NULL, version integer NOT NULL, display_name {text} NOT NULL, content {text} NOT NULL,
        modified bigint NOT NULL, PRIMARY KEY (set_id, version))`,
    ],
  },
  {
    id: 'pnid-4',
    statements: [
      `CREATE TABLE pnid_reviews (
        inference_id {text} NOT NULL, sheet {text} NOT NULL, input_sha256 {text} NOT NULL,
        recognised_blob_id {text} NOT NULL, reviewed_blob_id {text} NOT NULL, PRIMARY KEY (inference_id, sheet))`,
    ],
  },
  {
    id: 'pnid-5',
    statements: [
      `CREATE TABLE pnid_corrections (
        inference_id {text} NOT NULL, sheet {text} NOT NULL, item_id {text} NOT NULL, kind {text} NOT NULL,
        change {text} NOT NULL, made_by {text} NOT NULL, made bigint NOT NULL,
        PRIMARY KEY (inference_id, sheet, item_id))`,
      'CREATE INDEX pnid_corrections_made ON pnid_corrections (inference_id, sheet, made, item_id)',
    ],
  },
];
