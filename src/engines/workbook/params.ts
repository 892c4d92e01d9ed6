/**
 * The engine `workbook`: the texts of the first sheet of an `.xlsx` file. Formulas count by their stored values; macros
 * and outside links are not looked at. Codes of its failures: `NotAWorkbook`, `WorkbookTooLarge`.
 */
export interface WorkbookParams {
  /** Path of the file. */
  readonly input: string;
  /** Most bytes of all its parts, inflated. */
  readonly inflated: number;
  /** Most rows, blank ones at the end not counted. */
  readonly rows: number;
  readonly columns: number;
}

export interface WorkbookResult {
  /** By row and column, `''` for an empty cell; rows may be shorter than others. */
  readonly rows: readonly (readonly string[])[];
}
