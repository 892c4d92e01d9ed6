import type { Piece } from '../links/piece.ts';
import type { Ink } from '../symbols/ink.ts';

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
export function straightLines(ink: Ink, shortest: number): Piece[] {
  const across = barsOf(ink, shortest, false);
  const down = barsOf(ink, shortest, true);
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

/** Runs of ink in rows (or columns), put together where they lie on each other. */
function barsOf({ width, height, drawn, thickness }: Ink, shortest: number, columns: boolean): Line[] {
  const [rows, length] = columns ? [width, height] : [height, width];
  const [step, stride] = columns ? [width, 1] : [1, width];
  const bridge = Math.max(1, Math.floor(thickness / 2));
  const done: Bar[] = [];
  let open: Bar[] = [];
  for (let row = 0; row < rows; row++) {
    for (const bar of open) [bar.before, bar.newest] = [bar.newest, []];
    for (const run of longRuns(drawn, row * stride, step, length, shortest, bridge)) {
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

function longRuns(
  drawn: Uint8Array,
  start: number,
  step: number,
  length: number,
  shortest: number,
  bridge: number,
): [number, number][] {
  const runs: [number, number][] = [];
  let [from, last] = [-1, -1];
  for (let at = 0; at < length; at++) {
    if (drawn[start + at * step] !== 1) continue;
    if (from < 0) from = at;
    else if (at - last > bridge + 1) {
      if (last + 1 - from >= shortest) runs.push([from, last + 1]);
      from = at;
    }
    last = at;
  }
  if (from >= 0 && last + 1 - from >= shortest) runs.push([from, last + 1]);
  return runs;
}
