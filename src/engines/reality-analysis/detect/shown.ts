import type { ImageInput, PictureType } from './image-input.ts';

/** An input beside the picture. */
export interface FurtherInput {
  readonly name: string;
  readonly what: 'size' | 'scaleFactor' | 'mask';
  readonly type: 'float32' | 'float16' | 'int64';
  readonly dimensions: readonly (number | null)[];
}

/** How a network is shown a picture, with nothing left open. Without width and height it takes any size. */
export interface ShownInput extends ImageInput {
  readonly name: string;
  readonly layout: 'NCHW' | 'NHWC';
  readonly dtype: PictureType;
  readonly scale: number;
  readonly mean: readonly number[];
  readonly std: readonly number[];
  /** 3: without a number of pictures in front. */
  readonly rank: 3 | 4;
  /** Whether the network itself has that size, and no other. */
  readonly isFixed: boolean;
  readonly further: readonly FurtherInput[];
}
