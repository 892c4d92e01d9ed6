import { EngineFailure } from '../../engine.ts';
import { type Matrix, moved, type Point, scaleOf } from '../geometry.ts';
import { mostPoints, mostStrokes, mostTexts } from '../limits.ts';
import type { SheetText, Stroke } from '../sheet.ts';

export interface Pen {
  readonly dashed: boolean;
  readonly width: number;
  readonly filled: boolean;
}

/** Where readers put what they find; ends the work where a drawing is larger than any real one. */
export interface Collector {
  readonly strokes: Stroke[];
  readonly texts: SheetText[];
  add(points: readonly Point[], pen: Pen, matrix: Matrix): void;
  write(text: SheetText): void;
}

const tooLarge = (what: string) => new EngineFailure('E107', `The drawing has more than ${what}.`);
const isFinitePoint = (point: Point): boolean => Math.abs(point[0]) < 1e9 && Math.abs(point[1]) < 1e9;

export function collector(): Collector {
  const strokes: Stroke[] = [];
  const texts: SheetText[] = [];
  let count = 0;
  return {
    strokes,
    texts,
    add(points, { dashed, width, filled }, matrix) {
      count += points.length;
      if (count > mostPoints) throw tooLarge(`${mostPoints} points`);
      const placed = points.map((point) => moved(matrix, point)).filter(isFinitePoint);
      if (placed.length < 2) return;
      if (strokes.length >= mostStrokes) throw tooLarge(`${mostStrokes} lines`);
      strokes.push({ points: placed, dashed, width: width * scaleOf(matrix), filled });
    },
    write(text) {
      const tidy = text.text.replaceAll(/\s+/g, ' ').trim();
      if (tidy === '' || ![text.start, text.end].every(isFinitePoint) || !(text.height > 0)) return;
      if (texts.length >= mostTexts) throw tooLarge(`${mostTexts} texts`);
      texts.push({ ...text, text: tidy.slice(0, 1000) });
    },
  };
}
