import { boxOf, type Point } from '../geometry.ts';

/** A picture of lines, for looking for shapes in it: one byte a cell. */
export interface Ink {
  readonly width: number;
  readonly height: number;
  /** 1 where something is drawn. */
  readonly drawn: Uint8Array;
  /** How wide its lines are, in cells. */
  readonly thickness: number;
}

export const blankInk = (width: number, height: number, thickness = 1): Ink => ({
  width,
  height,
  drawn: new Uint8Array(width * height),
  thickness,
});

/** Tells of each stretch of ink, or of paper, in a row: where it begins, and where it has ended. */
export function eachStretch(
  { width, drawn }: Ink,
  y: number,
  of: 'ink' | 'paper',
  tell: (from: number, end: number) => void,
) {
  const row = drawn.subarray(y * width, (y + 1) * width); // a search ends with it, not at the next ink of the sheet
  const [cell, other] = of === 'ink' ? [1, 0] : [0, 1];
  for (let from = row.indexOf(cell); from >= 0; ) {
    const stop = row.indexOf(other, from);
    const end = stop < 0 ? width : stop;
    tell(from, end);
    from = row.indexOf(cell, end);
  }
}

/** Draws a line one cell wide, without gaps that a neighbour above, below or beside could leave by. */
export function drawLine({ width, height, drawn }: Ink, from: Point, to: Point): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))));
  if (steps > 4 * (width + height)) return;
  for (let step = 0; step <= steps; step++) {
    const x = Math.floor(from[0] + (dx * step) / steps);
    const y = Math.floor(from[1] + (dy * step) / steps);
    if (x >= 0 && y >= 0 && x < width && y < height) drawn[y * width + x] = 1;
  }
}

/** Paints what a closed line surrounds, by the even-odd rule. */
export function fillShape({ width, height, drawn }: Ink, points: readonly Point[]): void {
  const { top: highest, bottom: lowest } = boxOf(points);
  const [top, bottom] = [Math.max(0, Math.ceil(highest)), Math.min(height - 1, Math.floor(lowest))];
  for (let y = top; y <= bottom; y++) {
    const crossings: number[] = [];
    let last = points.at(-1);
    for (let at = 0; at < points.length; at++) {
      const [a, b] = [last, points[at]];
      if (a !== undefined && b !== undefined && a[1] <= y !== b[1] <= y) {
        crossings.push(a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]));
      }
      last = b;
    }
    crossings.sort((a, b) => a - b);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from, to] = [
        Math.max(0, Math.ceil(crossings[at] ?? 0)),
        Math.min(width - 1, Math.floor(crossings[at + 1] ?? 0)),
      ];
      if (to >= from) drawn.fill(1, y * width + from, y * width + to + 1);
    }
  }
}

/** The middle of its lines: ink without as many layers of cells as leave a line one or two cells wide. */
export function coreOf({ width, height, drawn, thickness }: Ink): Ink {
  let core = drawn;
  for (let layer = 0; layer < Math.floor((thickness - 1) / 2); layer++) {
    const from = core;
    core = from.map((cell, at) =>
      cell === 1 && from[at - 1] === 1 && from[at + 1] === 1 && from[at - width] === 1 && from[at + width] === 1
        ? 1
        : 0,
    );
  }
  return { width, height, drawn: core, thickness: 1 };
}
