import { type Box, heightOf, largerSide, type Matrix, moved, scaleOf, widthOf } from '../geometry.ts';
import { mostPixels } from '../limits.ts';
import { type OpenSheet, type SheetLines, type SheetText, type Stroke, usualHeight } from '../sheet.ts';

const dxfPixels = 3200;
const svgPixelsPerUnit = 2;
const pdfPixelsPerPoint = 300 / 72;

/** The picture of a sheet: its pixels, and how to come from units of the file to them. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly transform: Matrix;
}

const pixels = (value: number): number => Math.max(1, Math.min(mostPixels, Math.round(value)));

export function frameOf(format: 'svg' | 'dxf', box: Box): Frame {
  const side = largerSide(box);
  // the extents of a DXF have a margin of 1 % on each side
  const wanted = format === 'svg' ? svgPixelsPerUnit : dxfPixels / (side / 1.02);
  const scale = Math.min(wanted, mostPixels / side);
  const transform: Matrix =
    format === 'dxf'
      ? [scale, 0, 0, -scale, -scale * box.left, scale * box.bottom]
      : [scale, 0, 0, scale, -scale * box.left, -scale * box.top];
  return { width: pixels(scale * widthOf(box)), height: pixels(scale * heightOf(box)), transform };
}

/** Pixels per point for a page of so many points. */
export const pdfScale = (width: number, height: number): number =>
  Math.min(pdfPixelsPerPoint, mostPixels / Math.max(width, height, 1));

/** Brings the lines of a drawing into the pixels of its picture; `letters`: how high letters are, as far as that is known. */
export function placedLines(strokes: readonly Stroke[], letters: readonly number[], frame: Frame): SheetLines {
  const { transform } = frame;
  const scale = scaleOf(transform);
  return {
    ...frame,
    source: 'vector',
    strokes: strokes.map((stroke) => ({
      ...stroke,
      points: stroke.points.map((point) => moved(transform, point)),
      width: stroke.width * scale,
    })),
    likelyLetter: usualHeight(letters.map((height) => height * scale)),
  };
}

export function placedTexts(texts: readonly SheetText[], { transform }: Frame): SheetText[] {
  const scale = scaleOf(transform);
  return texts.map((text) => ({
    ...text,
    start: moved(transform, text.start),
    end: moved(transform, text.end),
    height: text.height * scale,
  }));
}

/** A drawing of which everything is known. */
export function placed(strokes: readonly Stroke[], texts: readonly SheetText[], frame: Frame): OpenSheet {
  const letters = texts.map(({ height }) => height);
  const written = placedTexts(texts, frame);
  return { lines: placedLines(strokes, letters, frame), texts: async () => written };
}
