/** The engine `workbookWriter`: a workbook of rows that lie in files, one in each line. */
export interface WorkbookWriterParams {
  readonly sheets: readonly {
    /** Path of a text file: JSON of Cell[] in each line, the heads first. */
    readonly input: string;
    /** At most 31 characters. */
    readonly name: string;
  }[];
  /** Where the workbook is written to. */
  readonly output: string;
}

/** What is written as a date is a number of milliseconds since 1970. */
export type Cell = string | number | boolean | null | { readonly date: number };

export interface WorkbookWriterResult {
  readonly size: number;
}
