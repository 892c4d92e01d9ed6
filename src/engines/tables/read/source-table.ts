/** A value as its source has it. In a text file every value is a text. */
export type Cell = string | number | bigint | boolean | null;

/** A table of a file that is read twice: for the types of its columns, and for its rows. */
export interface SourceTable {
  /** As the file calls it; empty where the file is the table. */
  readonly name: string;
  readonly header: readonly string[];
  /** Names of the columns that tell rows apart, where the source says so. */
  readonly key: readonly string[];
  /** Numbers and booleans may be written as texts. */
  readonly loose: boolean;
  /** Visits all rows in their order; shorter ones end with nulls. */
  each(visit: (cells: readonly Cell[]) => void): void;
}

/** A file that is open. */
export interface SourceFile {
  readonly tables: readonly SourceTable[];
  close(): void;
}

export const inMemory = (
  name: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  loose: boolean,
): SourceTable => ({
  name,
  header,
  key: [],
  loose,
  each(visit) {
    for (const row of rows) visit(row);
  },
});
