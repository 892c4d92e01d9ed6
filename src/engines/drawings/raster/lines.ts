import { type BinaryBitmap, eachStretch, transposed } from '../bitmap/bitmap.ts';
import type { Piece } from '../connectivity/piece.ts';

interface Bar {
  from: number;
  to: number;
  /** Runs of the newest row, and of the one before. */
  newest: [number, number][];
  before: readonly [number, number][];
  weight: number;
  sum: number;
}

/** Lines along the axes of the sheet that are at least so long; what is thicker than a few lines is no line. */
export function straightLines(ink: BinaryBitmap, shortest: number): Piece[] {
  const across = barsOf(ink, shortest);
  const down = barsOf(transposed(ink), shortest);
  return [
    ...across.map(({ from, to, at }): Piece => ({ a: [from, at], b: [to, at], dashed: false })),
    ...down.map(({ from, to, at }): Piece => ({ a: [at, from], b: [at, to], dashed: false })),
  ];
}

interface Line {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** Runs of ink in rows, put together where they lie on each other. */
function barsOf(ink: BinaryBitmap, shortest: number): Line[] {
  const { height, thickness } = ink;
  const bridge = Math.max(1, Math.floor(thickness / 2));
  const done: Bar[] = [];
  let open: Bar[] = [];
  for (let row = 0; row < height; row++) {
    for (const bar of open) [bar.before, bar.newest] = [bar.newest, []];
    for (const run of longRuns(ink, row, shortest, bridge)) {
      const [from, to] = run;
      const found = open.find(({ before }) => before.some(([first, last]) => first < to && from < last));
      const bar = found ?? { from, to, newest: [], before: [], weight: 0, sum: 0 };
      if (found === undefined) open.push(bar);
      [bar.from, bar.to] = [Math.min(bar.from, from), Math.max(bar.to, to)];
      bar.newest.push(run);
      bar.weight += to - from;
      bar.sum += (to - from) * (row + 0.5);
    }
    for (const bar of open) if (bar.newest.length === 0) done.push(bar);
    open = open.filter(({ newest }) => newest.length > 0);
  }
  return [...done, ...open]
    .filter(({ from, to, weight }) => weight / (to - from) <= 2.2 * thickness + 1)
    .map(({ from, to, weight, sum }) => ({ from, to, at: sum / weight }));
}

/** The runs of a row that are long enough, small gaps in them left out of account. */
function longRuns(ink: BinaryBitmap, row: number, shortest: number, bridge: number): [number, number][] {
  const runs: [number, number][] = [];
  eachStretch(ink, row, 'ink', (from, end) => {
    const last = runs.at(-1);
    if (last !== undefined && from - last[1] <= bridge) last[1] = end;
    else runs.push([from, end]);
  });
  return runs.filter(([from, end]) => end - from >= shortest);
}
