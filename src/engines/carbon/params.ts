import type { Epd, Mapping } from './types.ts';

/** A snapshot of a model, or a file with tables. */
export type CarbonSource =
  | {
      readonly kind: 'model';
      /** Path of the snapshot. */
      readonly snapshot: string;
      readonly modelId: string;
      readonly changesetId: string;
    }
  | {
      readonly kind: 'tables';
      readonly file: string;
      /** As people call it; without its ending the name of a single table. */
      readonly name: string;
      readonly fileId: string;
      readonly sha256: string;
    };

/** Rows of a table, and which of its columns hold what. */
export interface CarbonLabel {
  readonly name: string;
  /** Name of a table of the file; null: the first one. Of a model it is `Elements`, or a group of the mapping. */
  readonly table: string | null;
  /** Group of the mapping that is a table, `*` for every element; absent where `table` is the table. */
  readonly group?: string;
  readonly elementNameColumn: string;
  readonly elementQuantityColumn: string;
  readonly materialColumns: readonly string[];
  /** Also absent where an external tool does the calculation. */
  readonly mappingId?: string;
}

/** Mappings and declarations, in a file of their own because they may be large. */
export interface Factors {
  readonly mappings: readonly Mapping[];
  readonly epds: readonly Epd[];
}

export interface CarbonParams {
  readonly source: CarbonSource;
  readonly labels: readonly CarbonLabel[];
  /** Path of a JSON file with `Factors`. */
  readonly factors: string;
  /** Only the quantities are taken, for an external tool. */
  readonly takeoffOnly?: boolean;
  /** What the result tells of its making. */
  readonly facts: CarbonFacts;
  /** Folder for what is written. */
  readonly output: string;
}

export interface CarbonFacts {
  readonly job: string;
  readonly tool: string;
  readonly projectName: string | null;
  readonly twinId: string;
  /** Of the calculation: 2026-11-22. Validity is looked at on this day. */
  readonly date: string;
}

export interface CarbonResult {
  /** Written into `output`. */
  readonly files: readonly { readonly name: string; readonly path: string; readonly contentType: string }[];
  /** Path of the report as a `PdfDocument`, for the engine `pdf`; absent where only the quantities were taken. */
  readonly document?: string;
  /** kg CO2e; null where nothing could be calculated, or only the quantities were taken. */
  readonly embodied: number | null;
  /** Rows with a material, and those of them that could be calculated. */
  readonly rows: number;
  readonly calculated: number;
  /** Why the first row could not be. */
  readonly firstReason: string | null;
}

export interface Counts {
  rows: number;
  calculated: number;
  firstReason: string | null;
}

/** Most rows of a table. */
export const mostRows = 200_000;
