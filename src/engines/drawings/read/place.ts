import { type Box, heightOf, largerSide, type Matrix, moved, scaleOf, widthOf } from '../geometry.ts';
import { mostPixels } from '../limits.ts';
import type { Drawing, Sheet } from '../sheet.ts';

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

/** Brings a drawing into the pixels of its picture. */
export function placed({ strokes, texts }: Omit<Drawing, 'box'>, frame: Frame): Sheet {
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
    texts: texts.map((text) => ({
      ...text,
      start: moved(transform, text.start),
      end: moved(transform, text.end),
      height: text.height * scale,
    })),
  };
}
