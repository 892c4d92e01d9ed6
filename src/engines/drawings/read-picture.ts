import sharp from 'sharp';
import type { EngineContext } from '../engine.ts';
import type { Matrix } from './geometry.ts';
import type { DrawingParams } from './params.ts';
import { type Grey, greyOf, pngOf, readPicture } from './raster/picture.ts';
import { seePicture } from './raster/see.ts';
import { automaticSet } from './symbols/automatic.ts';

/** Sees what a file with a picture shows. */
export const seeFile = async (params: DrawingParams, context: EngineContext) =>
  see(await readPicture(params.input, params.format), params, context);

/** Sees what a page that is a picture shows; `transform` leads from units of the file to its pixels. */
export const seePage = async (png: Buffer, transform: Matrix, params: DrawingParams, context: EngineContext) =>
  see(await greyOf(sharp(png), transform), params, context);

async function see(given: Grey, { symbolSet = automaticSet }: DrawingParams, context: EngineContext) {
  const { grey, seen } = await seePicture(given, symbolSet, context);
  const { width, height, transform } = grey;
  const sheet = { width, height, transform, source: 'raster' } as const;
  return { sheet, see: async () => seen, picture: () => pngOf(grey) };
}
