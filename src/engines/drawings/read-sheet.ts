import { readFile, stat } from 'node:fs/promises';
import { type EngineContext, EngineFailure } from '../engine.ts';
import type { DrawingParams } from './params.ts';
import { drawSheet } from './picture/draw.ts';
import type { Drawn } from './picture/drawn.ts';
import { drawPdfPage } from './picture/pdf.ts';
import { readDxf } from './read/dxf.ts';
import { readPdfPage } from './read/pdf.ts';
import { openPdf, pageOf } from './read/pdf-file.ts';
import { frameOf, placed } from './read/place.ts';
import { readSvg } from './read/svg.ts';
import type { Seen } from './recognise/recognise.ts';
import { seenVectors } from './recognise/vectors.ts';
import type { Sheet } from './sheet.ts';

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
/** Most sheets are lines: what reads pictures is loaded when there is one. */
const picturesRead = () => import('./read-picture.ts');

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
  if (format === 'pdf') return ofPdf(params, context);
  const { seeFile } = await picturesRead();
  return { ...(await seeFile(params, context)), close: nothingHeld };
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
    const { seePage } = await picturesRead();
    return { ...(await seePage(await png, read.transform, params, context)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const ofVectors = (sheet: Sheet): ReadSheet => ({
  sheet: { width: sheet.width, height: sheet.height, transform: sheet.transform, source: sheet.source },
  seen: seenVectors(sheet),
  vectors: sheet,
  picture: async () => drawSheet(sheet),
  close: nothingHeld,
});
