/**
 * The engine `catalogArchive`: takes an archive of a catalog apart, as the library writes it: a zip with `catalog.json`
 * and files whose names are ids. Nothing is taken from a zip that holds anything else, more than it says, or far more
 * than its own size; names of entries never become paths. Codes of its failures: `NotAnArchive`, `ArchiveTooLarge`,
 * `UnexpectedEntry`.
 */
export interface CatalogArchiveParams {
  readonly input: string;
  /** Folder for what is found; it must be there and be the run's own. */
  readonly output: string;
}

export interface CatalogArchiveResult {
  /** Path of the text that says what the catalog is; it is JSON. */
  readonly catalog: string;
  readonly files: readonly ArchivedFile[];
}

export interface ArchivedFile {
  /** UUID, lower case. */
  readonly id: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export const mostEntries = 100_000;
export const mostInflated = 5 * 2 ** 30;
export const mostText = 64 * 2 ** 20;
