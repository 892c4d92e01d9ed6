/**
 * The engine `compare`: what differs between two versions of a model, read from the snapshots of their imports. Rules
 * and form of the result: the Changed Elements API. Codes of its failures: `UnreadableSnapshot`, `ResultTooLarge`.
 */
export interface CompareParams {
  /** Path of the snapshot before; absent: nothing was there, everything is new. */
  readonly before?: string;
  /** Path of the snapshot after; both are of one model, so that equal ids are equal elements. */
  readonly after: string;
  /** Folder for what is written; it must be there and be the run's own. */
  readonly output: string;
  readonly limits?: Partial<CompareLimits>;
}

export interface CompareLimits {
  /** Bytes of the full result. */
  readonly bytes: number;
}

export const defaultCompareLimits: CompareLimits = { bytes: 2 ** 29 };

export interface CompareResult {
  /** Path of the result with properties, checksums and values, in `output`. */
  readonly full: string;
  /** Path of the result without them, in `output`. */
  readonly minimal: string;
  readonly added: number;
  readonly deleted: number;
  readonly modified: number;
}
