import type { PointBatch } from '../batch.ts';
import type { PackedRecords } from '../read/unpack.ts';
import type { Division } from '../tile/divide.ts';
import type { OpenTile } from '../tile/octree.ts';
import type { Cube, Points } from '../tile/points.ts';
import type { StoredPoints } from '../tile/stored.ts';
import type { TileTarget, WrittenTile } from '../tile/write-tile.ts';

/** Tiles that are to be written; their names begin with that of the first. */
interface Tiling {
  readonly name: string;
  /** Metres in a step of their grid. */
  readonly step: number;
  readonly targets: readonly TileTarget[];
}

/** Work for a thread. Files are told by the numbers under which this process has opened them. */
export type Order =
  | {
      readonly is: 'unpack';
      readonly bytes: Uint8Array;
      readonly packed: PackedRecords;
      readonly spare: PointBatch | undefined;
    }
  /** Counts points in the cells of a grid, in memory that threads share. */
  | { readonly is: 'count'; readonly stored: StoredPoints; readonly cube: Cube; readonly counts: Uint32Array }
  /** Writes points to a place of a file, by chunks. */
  | {
      readonly is: 'divide';
      readonly stored: StoredPoints;
      readonly division: Division;
      readonly file: number;
      readonly offset: number;
    }
  /** Makes tiles of all points of a cube, and writes them, but for the topmost. */
  | ({ readonly is: 'build'; readonly stored: StoredPoints; readonly cube: Cube } & Tiling)
  | ({ readonly is: 'tile'; readonly points: Points } & Tiling);

/** What becomes of it. */
export type Outcome =
  /** The points of records, undefined when they are damaged. */
  | { readonly is: 'unpack'; readonly batch: PointBatch | undefined }
  | { readonly is: 'count' }
  /** Where each chunk begins among the points that were written, and their end. */
  | { readonly is: 'divide'; readonly starts: Uint32Array }
  | { readonly is: 'build'; readonly tile: OpenTile; readonly written: readonly WrittenTile[] }
  | { readonly is: 'tile'; readonly written: readonly WrittenTile[] };

export type OrderOf<K extends Order['is']> = Extract<Order, { readonly is: K }>;
export type OutcomeOf<K extends Order['is']> = Extract<Outcome, { readonly is: K }>;

export const isOf = <K extends Order['is']>(kind: K, outcome: Outcome): outcome is OutcomeOf<K> => outcome.is === kind;
