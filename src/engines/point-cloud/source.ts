import type { Vector } from '../matrix.ts';
import type { ColumnName, PointBatch } from './batch.ts';
import type { ExtraBytes } from './extra.ts';

/** A file of points that was opened: its header is read and believed, its points are not read yet. */
export interface CloudSource {
  readonly columns: readonly ColumnName[];
  /** What the header promises; undefined where only reading tells. */
  readonly promised: number | undefined;
  /** Where its coordinates are, as the file says it, for `readSystem`: "EPSG:25832+7837", WKT, keys; absent: it says nothing. */
  readonly srs?: string;
  /** The system it was made of: it goes back there when nobody wants another. */
  readonly home?: string;
  /** Of files that store whole numbers: places are `whole × scale + offset`, one of each an axis. */
  readonly grid?: PlaceGrid;
  /** As its header tells the box of its coordinates. */
  readonly box?: { readonly low: Vector; readonly high: Vector };
  /** Its times are those of satellites less a thousand million seconds, and not of a week. */
  readonly standardTime?: boolean;
  /** Bits of its colours; absent: 8 when none is above 255. */
  readonly colorBits?: 8 | 16;
  /** Least and greatest intensity that the file declares; absent: whole numbers of 16 bits, unless they are not. */
  readonly intensities?: readonly [least: number, greatest: number];
  /** What its points have besides, which LAS and LAZ keep. */
  readonly extra?: ExtraBytes;
  /** Its points are centres of Gaussian splats. */
  readonly areSplats?: boolean;
  /** What its points have besides, and nobody keeps. */
  readonly leftOut?: readonly string[];
  /** All its points. `skipped` is told of points that are marked invalid or have no place. */
  batches(skipped: (count: number, why: string) => void): AsyncIterable<PointBatch>;
  close(): Promise<void>;
}

export interface PlaceGrid {
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
}

export const invalidPoints = 'invalid';
