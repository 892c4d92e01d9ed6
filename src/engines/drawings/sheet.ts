import type { Box, Matrix, Point } from './geometry.ts';

/*
 * What a sheet shows, as readers find it and the recogniser takes it: the same for PDF, SVG, DXF and pictures.
 */

/** A line that is drawn, straight from point to point; curves are given in short pieces. */
export interface Stroke {
  readonly points: readonly Point[];
  readonly dashed: boolean;
  readonly width: number;
  /** Its inside is painted. */
  readonly filled: boolean;
}

export interface SheetText {
  readonly text: string;
  /** Where its first letter stands on the base line. */
  readonly start: Point;
  /** Where the base line ends. */
  readonly end: Point;
  /** Height of its capitals. */
  readonly height: number;
  /** 1, or how sure the reading is. */
  readonly confidence: number;
}

export interface Drawing {
  /** What of the plane is the sheet. */
  readonly box: Box;
  readonly strokes: readonly Stroke[];
  readonly texts: readonly SheetText[];
}

/** A drawing in pixels of the picture that people are shown. */
export interface Sheet extends Omit<Drawing, 'box'> {
  readonly width: number;
  readonly height: number;
  /** From units of the file to pixels. */
  readonly transform: Matrix;
  readonly source: 'vector' | 'raster';
}

/** What of a sheet is known before its texts are. */
export interface SheetLines extends Omit<Sheet, 'texts'> {
  /** How high its letters will be, by the look of it: see `usualHeight`. */
  readonly likelyLetter: number | undefined;
}

/** A sheet whose texts are read when somebody asks for them. */
export interface OpenSheet {
  readonly lines: SheetLines;
  texts(): Promise<readonly SheetText[]>;
}

/** All of a sheet. */
export const wholeSheet = async ({ lines, texts }: OpenSheet): Promise<Sheet> => ({ ...lines, texts: await texts() });

/** The height of most letters; undefined where there are none. */
export const usualHeight = (heights: readonly number[]): number | undefined =>
  [...heights].sort((a, b) => a - b)[Math.floor(heights.length / 2)];

/** The box of a text: from the base line to the top of its capitals, along its direction. */
export function cornersOf({ start, end, height }: SheetText): readonly [Point, Point, Point, Point] {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const [ux, uy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  // y points down: what is above a text that runs to the right has a smaller y
  const [vx, vy] = [uy * height, -ux * height];
  return [start, end, [end[0] + vx, end[1] + vy], [start[0] + vx, start[1] + vy]];
}
