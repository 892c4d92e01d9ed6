import {
  badMetadata,
  type Members,
  numberIfIn,
  numberIn,
  oneIfIn,
  oneOf,
  switchIn,
  textIfIn,
  threeIn,
  wholeIn,
} from './members.ts';

export const pictureTypes = ['float32', 'float16', 'uint8'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** How a network is shown a picture, as far as `metadata.json` says it; the network itself tells the rest. */
export interface ImageInput {
  readonly name?: string;
  readonly layout?: 'NCHW' | 'NHWC';
  readonly dtype?: PictureType;
  readonly colour: 'RGB' | 'BGR';
  readonly scale?: number;
  readonly mean?: readonly number[];
  readonly std?: readonly number[];
  readonly width?: number;
  readonly height?: number;
  /** How a picture comes to that size. */
  readonly fit: 'letterbox' | 'stretch' | 'shortestSide';
  /** The byte beside it. */
  readonly pad: number;
  readonly align: 'centre' | 'topLeft';
  readonly multipleOf: number;
  readonly tile: number;
  readonly overlap: number;
  /** Large photos are seen whole, and in tiles brought to the size of the network, too. */
  readonly alsoTiles: boolean;
  /** Further inputs by name: height and width of what is shown, factors of its scale, and where there is a picture. */
  readonly size?: string;
  readonly sizeOrder: 'hw' | 'wh';
  readonly scaleFactor?: string;
  readonly mask?: string;
}

export function readImageInput(input: Members): ImageInput {
  const tile = numberIn(input, 'tile', 1024, 32, 8192);
  const [mean, std] = [threeIn(input, 'mean'), threeIn(input, 'std')?.map((value) => value || 1)];
  const own = {
    name: textIfIn(input, 'name'),
    layout: oneIfIn(input, 'layout', ['NCHW', 'NHWC'] as const),
    dtype: oneIfIn(input, 'dtype', pictureTypes),
    scale: numberIfIn(input, 'scale', 1e-9, 1e9),
    mean,
    std,
    width: numberIfIn(input, 'width', 8, 8192),
    height: numberIfIn(input, 'height', 8, 8192),
    size: textIfIn(input, 'size'),
    scaleFactor: textIfIn(input, 'scaleFactor'),
    mask: textIfIn(input, 'mask'),
  };
  if ((own.width === undefined) !== (own.height === undefined)) {
    throw badMetadata("'width' and 'height' stand together");
  }
  return {
    ...(Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) as Partial<ImageInput>),
    colour: oneOf(input, 'colour', ['RGB', 'BGR'], 'RGB'),
    fit: oneOf(input, 'fit', ['letterbox', 'stretch', 'shortestSide'], 'letterbox'),
    pad: wholeIn(input, 'pad', 114, 0, 255),
    align: oneOf(input, 'align', ['centre', 'topLeft'], 'centre'),
    multipleOf: numberIn(input, 'multipleOf', 1, 1, 1024),
    tile,
    overlap: numberIn(input, 'overlap', Math.min(128, tile / 4), 0, tile / 2),
    alsoTiles: switchIn(input, 'alsoTiles'),
    sizeOrder: oneOf(input, 'sizeOrder', ['hw', 'wh'], 'hw'),
  };
}
