import type { BoundingBox, Prediction } from '../prediction.ts';

/** A reading of a sheet, and what people made of it. */
export interface Review {
  readonly recognised: Prediction;
  readonly reviewed: Prediction;
}

/** What is known of the place of the review. */
export interface Placing {
  /** The file is the one that was reviewed. */
  readonly same: boolean;
  /** It was read with other symbols. */
  readonly otherSet: boolean;
  readonly size: Prediction['asset']['size'];
  /** Whether the new picture shows anything there. */
  isDrawn(box: BoundingBox): boolean;
}

/** A correction that has no place on the new sheet. */
export interface Lost {
  readonly kind: 'symbol' | 'text' | 'line';
  readonly modelClass?: string | undefined;
  readonly label?: string | undefined;
  /** Pixels of the new picture. */
  readonly at: readonly [x: number, y: number];
  /** Nothing is there any more, or it says something else than what a person confirmed. */
  readonly why: 'empty' | 'changed';
}
