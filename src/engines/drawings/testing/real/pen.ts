import type { Point } from '../../geometry.ts';
import type { TruthBox } from './truth.ts';

/** What is drawn; millimetres, y down. */
export interface Drawn {
  readonly lines: readonly {
    readonly points: readonly Point[];
    readonly width: number;
    readonly dash?: readonly number[];
    readonly filled: boolean;
  }[];
  readonly letters: readonly {
    readonly text: string;
    readonly at: Point;
    readonly height: number;
    readonly upright: boolean;
    readonly anchor: 'start' | 'middle';
    readonly box: TruthBox;
  }[];
}

export interface LineLook {
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly closed?: boolean;
  readonly filled?: boolean;
}

export type Pen = ReturnType<typeof penOf>;

/** Collects what is drawn; `thin`: the width of lines that nobody gives one. */
export function penOf(thin: number) {
  type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer One)[] ? One[] : T[K] };
  const drawn: Mutable<Drawn> = { lines: [], letters: [] };
  const lines = (points: readonly Point[], { width = thin, dash, closed, filled = false }: LineLook = {}) => {
    const all = closed && points[0] ? [...points, points[0]] : points;
    drawn.lines.push({ points: all, width, filled, ...(dash === undefined ? {} : { dash }) });
  };
  const arc = ([cx, cy]: Point, rx: number, ry: number, from: number, to: number, look?: LineLook) => {
    const at = (degrees: number): Point => {
      const t = (degrees * Math.PI) / 180;
      return [cx + rx * Math.cos(t), cy + ry * Math.sin(t)];
    };
    lines(
      Array.from({ length: 25 }, (_, n) => at(from + ((to - from) * n) / 24)),
      look,
    );
  };
  return {
    drawn,
    lines,
    arc,
    line: (x1: number, y1: number, x2: number, y2: number, look?: LineLook) =>
      lines(
        [
          [x1, y1],
          [x2, y2],
        ],
        look,
      ),
    box: ([left, top, right, bottom]: TruthBox, look?: LineLook) =>
      lines(
        [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ],
        { ...look, closed: true },
      ),
    circle: (center: Point, r: number, look?: LineLook) => arc(center, r, r, 0, 360, look),
    /** `at`: the base line, at the start or in the middle of the text; answers the box of the letters. */
    write(text: string, at: Point, height: number, { upright = false, anchor = 'middle' as 'start' | 'middle' } = {}) {
      const wide = widthOfText(text, height);
      const [x, y] = at;
      const left = anchor === 'middle' ? x - wide / 2 : x;
      const box: TruthBox = upright ? [x - height, y - wide / 2, x, y + wide / 2] : [left, y - height, left + wide, y];
      drawn.letters.push({ text, at, height, upright, anchor, box });
      return box;
    },
  };
}

export const widthOfText = (text: string, height: number): number => 0.85 * height * text.length;

/** The box around what was drawn since there were so many lines. */
export function boxSince(drawn: Drawn, from: number): TruthBox {
  const points = drawn.lines.slice(from).flatMap(({ points: some }) => some);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
