import type { ChunkDecoding } from '../laz/perf.ts';
import type { TileFormat } from '../tile/kinds.ts';
import type { Points } from '../tile/points.ts';

/** Work for a thread. */
export type Order =
  | {
      readonly is: 'tile';
      readonly points: Points;
      /** Metres in a step of their grid. */
      readonly step: number;
      readonly files: readonly { readonly path: string; readonly format: TileFormat }[];
    }
  | { readonly is: 'chunk'; readonly bytes: Uint8Array; readonly chunk: ChunkDecoding };

/** What becomes of it: bytes of the files, or the records of a chunk, undefined when it is damaged. */
export type Outcome =
  | { readonly is: 'tile'; readonly sizes: readonly number[] }
  | { readonly is: 'chunk'; readonly records: Uint8Array | undefined };
