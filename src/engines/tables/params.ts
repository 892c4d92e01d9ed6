import type { EdmType } from '../../std/odata/edm.ts';
import type { Position, SortKey } from '../../std/odata/order.ts';
import type { Expression, Literal } from '../../std/odata/tree.ts';

/*
 * Table files: the rows of one version of a source as a SQLite file, and questions to them. A table file of an older
 * format is made again.
 */
export const tableFormat = 1;

export interface Column {
  readonly name: string;
  readonly type: EdmType;
  readonly nullable: boolean;
  /** For people: what the source called it, or its unit. */
  readonly description?: string;
}

/** A table of a table file, as an entity set offers it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Names of the columns that tell rows apart. */
  readonly key: readonly string[];
}

/** `modelTables`: the table file of a version of a model. */
export interface ModelTablesParams {
  /** Path of the snapshot. */
  readonly snapshot: string;
  /** Path of the new table file. */
  readonly output: string;
}

export interface ModelTablesResult {
  readonly elements: number;
}

/** Where rows come from: a table of a table file, with columns that have one value throughout, or rows that are given. */
export type RowSource =
  | { readonly file: string; readonly table: string; readonly constants: Readonly<Record<string, string>> }
  | { readonly rows: readonly Readonly<Record<string, Literal>>[] };

/** What a page of rows shall hold. */
export interface PageQuery {
  readonly columns: readonly Column[];
  /** Names of the columns that are written. */
  readonly select: readonly string[];
  readonly filter: Expression | null;
  /** Tells rows apart: the key stands at its end. */
  readonly order: readonly SortKey[];
  /** Only rows after this one. */
  readonly after: Position | null;
  readonly skip: number;
  readonly limit: number;
  /** Whether all rows that match are counted, too. */
  readonly count: boolean;
  /** `xml`: one `<item>` a row. */
  readonly form: 'json' | 'xml';
  /** Of JSON: whole numbers of 64 bits and decimals are texts, for programs whose numbers would lose digits. */
  readonly numbersAsTexts?: boolean;
  /** Most bytes of the page. */
  readonly bytes: number;
}

/** `queryTables`: a page of rows out of several sources, as if they were one table. */
export interface QueryTablesParams {
  readonly sources: readonly RowSource[];
  readonly query: PageQuery;
  /** Path of a new file for the rows, joined by commas; absent: nothing but counted. */
  readonly output: string | null;
}

/** `orderIndex`: a copy of a table file with an index for an order. */
export interface OrderIndexParams {
  readonly file: string;
  readonly table: string;
  /** Columns that questions give one value each. */
  readonly equal: readonly string[];
  readonly order: readonly SortKey[];
  /** Path of the copy. */
  readonly output: string;
}

export interface OrderIndexResult {
  /** Whether there is a copy: an index would have helped. */
  readonly made: boolean;
}

/** What a page turned out to hold. */
export interface Page {
  readonly rows: number;
  /** Of all rows that match; null where they were not counted. */
  readonly count: number | null;
  /** Of the last row, where there are more; null on the last page. */
  readonly last: Position | null;
}

export type FileForm = 'csv' | 'xlsx' | 'json' | 'sqlite';

/** `fileTables`: the table file of a file that holds tables. */
export interface FileTablesParams {
  readonly input: string;
  readonly form: FileForm;
  /** Path of the new table file. */
  readonly output: string;
  /** All columns are texts, whatever their values look like. */
  readonly texts?: boolean;
  readonly most: {
    readonly rows: number;
    readonly columns: number;
    readonly tables: number;
    /** Bytes of a workbook, inflated. */
    readonly inflated: number;
  };
}

/** A table by the name that the file gives it; empty where the file is the table. */
export interface NamedTable extends Table {
  readonly label: string;
}

export interface FileTablesResult {
  readonly tables: readonly NamedTable[];
}
