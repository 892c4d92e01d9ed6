import type { Box } from '../geometry.ts';
import { eachStretch, eraseStretch, type Ink } from '../symbols/ink.ts';
import { type Labels, noLabels } from '../symbols/labels.ts';

/** A stretch of ink in a row, ends included. */
export interface InkRun {
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

/** Ink that hangs together, also over corners. */
export interface Component {
  readonly box: Box;
  readonly area: number;
  readonly runs: readonly InkRun[];
}

/** The pieces of ink that are not too large to be letters or dashes; what is larger is left out. */
export function smallComponents(ink: Ink, largest: number): Component[] {
  const runs: InkRun[] = [];
  const labels = noLabels();
  let above = { from: 0, to: 0 };
  for (let y = 0; y < ink.height; y++) {
    const first = runs.length;
    eachStretch(ink, y, 'ink', (from, end) => void runs.push({ y, from, to: end - 1 }));
    joinRows(runs, labels, above, first);
    above = { from: first, to: runs.length };
  }
  const byRoot = new Map<number, InkRun[]>();
  for (const [at, run] of runs.entries()) {
    const root = labels.rootOf(at);
    const list = byRoot.get(root);
    if (list) list.push(run);
    else byRoot.set(root, [run]);
  }
  return [...byRoot.values()]
    .map(componentOf)
    .filter(({ box }) => Math.max(box.right - box.left, box.bottom - box.top) <= largest);
}

/** Joins the runs of a row, from `first` on, to those of the row above that they touch. */
function joinRows(
  runs: readonly InkRun[],
  labels: Labels,
  row: { readonly from: number; readonly to: number },
  first: number,
): void {
  let above = row.from;
  for (const run of runs.slice(first)) {
    const label = labels.begun(); // as the run is numbered
    while (above < row.to && (runs[above]?.to ?? 0) < run.from - 1) above++;
    for (let other = above; other < row.to && (runs[other]?.from ?? 0) <= run.to + 1; other++) {
      labels.joined(other, label);
    }
  }
}

function componentOf(runs: readonly InkRun[]): Component {
  let [left, right, area] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const { from, to } of runs) {
    left = Math.min(left, from);
    right = Math.max(right, to + 1);
    area += to - from + 1;
  }
  return { box: { left, right, top: runs[0]?.y ?? 0, bottom: (runs.at(-1)?.y ?? 0) + 1 }, area, runs };
}

/** Takes a component out of a picture. */
export function erase(ink: Ink, { runs }: Component): void {
  for (const { y, from, to } of runs) eraseStretch(ink, y, from, to + 1);
}
