import type { Box } from '../geometry.ts';
import { type BinaryBitmap, eachStretch, eraseStretch } from './bitmap.ts';
import { type Labels, noLabels } from './labels.ts';

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
export function smallComponents(ink: BinaryBitmap, largest: number): Component[] {
  const runs: InkRun[] = [];
  for (let y = 0; y < ink.height; y++) {
    eachStretch(ink, y, 'ink', (from, end) => void runs.push({ y, from, to: end - 1 }));
  }
  return componentsOf(runs, largest);
}

/** The same of runs from the top down, in each row from the left. */
export function componentsOf(runs: readonly InkRun[], largest: number): Component[] {
  const labels = joinedRuns(runs);
  const byRoot = new Map<number, InkRun[]>();
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at];
    if (run === undefined) continue;
    const root = labels.rootOf(at);
    const list = byRoot.get(root);
    if (list) list.push(run);
    else byRoot.set(root, [run]);
  }
  return [...byRoot.values()]
    .map(componentOf)
    .filter(({ box }) => Math.max(box.right - box.left, box.bottom - box.top) <= largest);
}

/** A label for each run; those that touch one of the row above have the same root. */
function joinedRuns(runs: readonly InkRun[]): Labels {
  const labels = noLabels();
  let above = 0;
  for (const run of runs) {
    const label = labels.begun(); // as the run is numbered
    // those that end before this one begins touch none of the next, either
    while (above < label && isBefore(runs[above], run)) above++;
    for (let at = above; at < label; at++) {
      const other = runs[at];
      if (other === undefined || other.y === run.y || other.from > run.to + 1) break;
      labels.joined(at, label);
    }
  }
  return labels;
}

const isBefore = (other: InkRun | undefined, { y, from }: InkRun): boolean =>
  other !== undefined && (other.y < y - 1 || (other.y === y - 1 && other.to < from - 1));

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
export function erase(ink: BinaryBitmap, { runs }: Component): void {
  for (const { y, from, to } of runs) eraseStretch(ink, y, from, to + 1);
}
