import { readFile, stat } from 'node:fs/promises';
import { type EngineContext, EngineFailure } from '../engine.ts';
import type { DrawingParams } from './params.ts';
import { frameOf, placed } from './read/place.ts';
import type { Seen } from './recognise/recognise.ts';
import { seenVectors } from './recognise/vectors.ts';
import { type OpenSheet, type Sheet, wholeSheet } from './sheet.ts';

const mostTextBytes = 100 * 2 ** 20;

export type Size = Pick<Sheet, 'width' | 'height' | 'transform' | 'source'>;

/** A sheet that was read, and how its picture is made. */
export interface ReadSheet {
  readonly sheet: Size;
  /** What the recogniser looks at. */
  see(): Promise<Seen>;
  /** Its lines and texts, where it is not a picture. */
  readonly vectors?: OpenSheet;
  /** A PNG. */
  picture(): Promise<Buffer>;
}

interface HeldSheet extends ReadSheet {
  close(): Promise<void>;
}

const nothingHeld = async () => {};

/* What reads a format is loaded when there is a sheet of it: that takes longer than to read most of them. */
const pdfs = () => import('./read-pdf.ts');
const pictures = () => import('./read-picture.ts');
const texts = {
  svg: async () => (await import('./read/svg.ts')).readSvg,
  dxf: async () => (await import('./read/dxf.ts')).readDxf,
};

/** Reads a sheet of a file of any format, and gives back what holds the file when the work on it is done. */
export async function withSheet<T>(
  params: DrawingParams,
  context: EngineContext,
  work: (read: ReadSheet) => Promise<T>,
): Promise<T> {
  const { close, ...read } = await readSheet(params, context);
  try {
    return await work(read);
  } finally {
    await close();
  }
}

async function readSheet(params: DrawingParams, context: EngineContext): Promise<HeldSheet> {
  context.progress({ step: 'Reading the drawing' });
  const { input, format } = params;
  if (format === 'svg' || format === 'dxf') {
    if ((await stat(input)).size > mostTextBytes) throw new EngineFailure('E107', 'The file is larger than 100 MiB.');
    const read = await texts[format]();
    const drawing = read(await readFile(input, format === 'svg' ? 'utf8' : 'latin1'));
    return ofVectors(placed(drawing.strokes, drawing.texts, frameOf(format, drawing.box)));
  }
  if (format === 'pdf') return ofPdf(params, context);
  const { seeFile } = await pictures();
  return { ...(await seeFile(params, context)), close: nothingHeld };
}

async function ofPdf(params: DrawingParams, context: EngineContext): Promise<HeldSheet> {
  const { openPage } = await pdfs();
  const { read, draw, close } = await openPage(params);
  if (read.kind === 'vector') return { ...ofVectors(read.sheet), picture: draw, close };
  try {
    const { seePage } = await pictures();
    return { ...(await seePage(await draw(), read.transform, params, context)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function ofVectors(vectors: OpenSheet): HeldSheet {
  const { width, height, transform, source } = vectors.lines;
  return {
    sheet: { width, height, transform, source },
    see: async () => seenVectors(await wholeSheet(vectors)),
    vectors,
    picture: async () => (await import('./picture/draw.ts')).drawSheet(await wholeSheet(vectors)),
    close: nothingHeld,
  };
}
