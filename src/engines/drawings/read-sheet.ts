import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { type EngineContext, EngineFailure } from '../engine.ts';
import type { DrawingParams } from './params.ts';
import { drawSheet } from './picture/draw.ts';
import type { Drawn } from './picture/drawn.ts';
import { drawPdfPage } from './picture/pdf.ts';
import { type Grey, greyOf, pngOf, readPicture } from './raster/picture.ts';
import { seePicture } from './raster/see.ts';
import { readDxf } from './read/dxf.ts';
import { readPdfPage } from './read/pdf.ts';
import { openPdf, pageOf } from './read/pdf-file.ts';
import { frameOf, placed } from './read/place.ts';
import { readSvg } from './read/svg.ts';
import type { Seen } from './recognise/recognise.ts';
import { seenVectors } from './recognise/vectors.ts';
import type { Sheet } from './sheet.ts';
import { basicSet } from './symbols/basic.ts';

const mostTextBytes = 100 * 2 ** 20;

export type Size = Pick<Sheet, 'width' | 'height' | 'transform' | 'source'>;

/** A sheet that was read, and how its picture is made. */
export interface ReadSheet {
  readonly sheet: Size;
  readonly seen: Seen;
  /** Its lines, where it is not a picture. */
  readonly vectors?: Sheet;
  picture(): Promise<Drawn>;
  /** Gives back what holds the file. */
  close(): Promise<void>;
}

const nothingHeld = async () => {};

/** Reads a sheet of a file of any format. */
export async function readSheet(params: DrawingParams, context: EngineContext): Promise<ReadSheet> {
  context.progress({ step: 'Reading the drawing' });
  const { input, format } = params;
  if (format === 'svg' || format === 'dxf') {
    if ((await stat(input)).size > mostTextBytes) throw new EngineFailure('E107', 'The file is larger than 100 MiB.');
    const text = await readFile(input, format === 'svg' ? 'utf8' : 'latin1');
    const drawing = format === 'svg' ? readSvg(text) : readDxf(text);
    return ofVectors(placed(drawing, frameOf(format, drawing.box)));
  }
  if (format !== 'pdf') return ofPicture(await readPicture(input, format), params, context);
  return ofPdf(params, context);
}

async function ofPdf(params: DrawingParams, context: EngineContext): Promise<ReadSheet> {
  const document = await openPdf(params.input, 'E105');
  const close = () => document.loadingTask.destroy();
  try {
    const shown = await pageOf(document, params.page);
    const read = await readPdfPage(shown);
    if (read.kind === 'vector') {
      return { ...ofVectors(read.sheet), picture: () => drawPdfPage(shown, read.sheet), close };
    }
    const { png } = await drawPdfPage(shown, read);
    const scan = await greyOf(sharp(await png), read.transform);
    return { ...(await ofPicture(scan, params, context)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function ofPicture(
  given: Grey,
  { symbolSet = basicSet }: DrawingParams,
  context: EngineContext,
): Promise<ReadSheet> {
  const { grey, seen } = await seePicture(given, symbolSet, context);
  const { width, height, transform } = grey;
  const sheet: Size = { width, height, transform, source: 'raster' };
  return { sheet, seen, picture: async () => ({ png: pngOf(grey) }), close: nothingHeld };
}

const ofVectors = (sheet: Sheet): ReadSheet => ({
  sheet: { width: sheet.width, height: sheet.height, transform: sheet.transform, source: sheet.source },
  seen: seenVectors(sheet),
  vectors: sheet,
  picture: async () => drawSheet(sheet),
  close: nothingHeld,
});
