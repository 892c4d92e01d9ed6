import type { EdmType } from '../../std/odata/edm.ts';
import type { Address } from '../../std/pinned.ts';
import type { Column, PageQuery } from '../tables/params.ts';

/*
 * Questions to systems that somebody else runs: a database, a service. Nothing that they answer may be trusted, in form or
 * in size, so that the conversation and all work with its outcome are in the process of an engine.
 */

/** A PostgreSQL database. */
export interface DatabaseConnection {
  /** One that was checked: the only one that is connected to. */
  readonly address: string;
  /** For the certificate. */
  readonly serverName: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: 'disable' | 'require' | 'verify-full';
  /** Longest that a statement may take. */
  readonly seconds: number;
}

/** A request to an HTTP service. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Those that were checked. */
  readonly addresses: readonly Address[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly seconds: number;
}

/** A set of a database, and what the database calls its table and its columns. */
export interface DatabaseSet {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  readonly table: string;
  /** By the column of the set. */
  readonly own: readonly { readonly column: string; readonly name: string; readonly type: string }[];
}

/** `databaseTables`: the tables of a schema. */
export interface DatabaseTablesParams {
  readonly connection: DatabaseConnection;
  readonly schema: string;
}

export interface DatabaseTables {
  /** Tables that have a key. */
  readonly sets: readonly DatabaseSet[];
  /** The others, with the reason. */
  readonly faults: readonly { readonly file: string; readonly reason: string }[];
}

/** `databasePage`: a page of a table; `output` as of `queryTables`. */
export interface DatabasePageParams extends DatabaseTablesParams {
  readonly set: DatabaseSet;
  readonly query: PageQuery;
  readonly output: string | null;
}

/** `serviceStatus`: with which status a service answers. */
export interface ServiceStatusParams {
  readonly call: ServiceCall;
}

/** Where rows of any form come from. */
export type RowsSource =
  | {
      readonly kind: 'sql';
      readonly connection: DatabaseConnection;
      readonly sql: string;
      readonly parameters: readonly (string | null)[];
    }
  | { readonly kind: 'http'; readonly call: ServiceCall; readonly resultPath?: string | undefined }
  | {
      readonly kind: 'file';
      /** A file on this machine. */
      readonly path: string;
      readonly format: 'json' | 'csv';
      /** Of CSV: a column has the type of all its values, else all are texts. */
      readonly typed: boolean;
      readonly resultPath?: string | undefined;
    };

/** How a source is read. */
export interface SourceParams {
  readonly source: RowsSource;
  /** A folder for files on the way. */
  readonly folder: string;
}

/** What the rows of a source shall be. */
export interface DeclaredSet {
  readonly name: string;
  readonly properties: readonly { readonly name: string; readonly type: EdmType; readonly nullable: boolean }[];
}

/** `sourcePage`: a page of the rows of a source, held against what they are declared to be. */
export interface SourcePageParams extends SourceParams {
  readonly set: DeclaredSet;
  readonly query: PageQuery;
  readonly output: string | null;
}

/** `sourceRows`: all rows of a source as they are, in a new file. */
export interface SourceRowsParams extends SourceParams {
  /** More rows than that are counted only. */
  readonly rows: number;
  /** Most bytes of the file. */
  readonly bytes: number;
  readonly form: PageQuery['form'];
  readonly output: string;
}
