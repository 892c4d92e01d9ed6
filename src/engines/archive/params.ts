import type { ArchiveFault } from './faults.ts';

/**
 * The engine `archiveCheck`: looks at the container and the digests of an archive of a twin, in this order, and notes where its
 * entries are. Nothing is unpacked to the disk. What is wrong is its result, not its failure.
 */
export interface ArchiveCheckParams {
  /** The archive. */
  readonly input: string;
  /** Path of the index that is made; one of an attempt that was stopped is gone on with. */
  readonly index: string;
  /** `<area>/<kind>` of all records that there are. */
  readonly kinds: readonly string[];
  readonly limits: { readonly bytes: number; readonly entries: number };
}

export type ArchiveCheckResult =
  | { readonly fault: ArchiveFault }
  | {
      readonly fault: null;
      /** The name of its base folder: the id of the twin. */
      readonly base: string;
    };
