import type { Box } from '../geometry.ts';
import { eachStretch, type Ink } from './ink.ts';
import { noLabels } from './labels.ts';

/** What lines surround: an area of paper that does not reach the border of the sheet. */
export interface Face {
  readonly box: Box;
  /** Cells. */
  readonly area: number;
}

/**
 * The areas that lines surround, from the top down. Boxes go to the middle of the lines around. Works through rows as
 * runs of paper, so that it costs what is drawn and not what is empty.
 */
export function facesOf(ink: Ink): Face[] {
  const { width, height } = ink;
  const areas = noAreas();
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const runs = runsOf(ink, y);
    let first = 0;
    for (const run of runs) {
      while (first < above.length && (above[first]?.to ?? 0) < run.from) first++;
      let label: number | undefined;
      for (let at = first; at < above.length; at++) {
        const other = above[at];
        if (other === undefined || other.from > run.to) break;
        label = label === undefined ? areas.rootOf(other.label) : areas.joined(label, other.label);
      }
      run.label = label ?? areas.begun(run, y);
      const open = y === 0 || y === height - 1 || run.from === 0 || run.to === width - 1;
      areas.grow(run, y, open);
    }
    above = runs;
  }
  return areas.closed().map((area) => finished(area, ink.thickness));
}

interface Run {
  readonly from: number;
  readonly to: number;
  label: number;
}

function runsOf(ink: Ink, y: number): Run[] {
  const runs: Run[] = [];
  eachStretch(ink, y, 'paper', (from, end) => void runs.push({ from, to: end - 1, label: 0 }));
  return runs;
}

interface Growing {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Cells. */
  area: number;
  /** It reaches the border. */
  open: boolean;
}

/** Areas that are met row by row: what hangs together with a run of the row above goes on with its label. */
function noAreas() {
  const labels = noLabels();
  const areas: Growing[] = [];
  return {
    begun({ from, to }: Run, y: number): number {
      areas.push({ left: from, right: to, top: y, bottom: y, area: 0, open: false });
      return labels.begun();
    },
    grow({ label, from, to }: Run, y: number, open: boolean): void {
      const area = areas[label];
      if (area === undefined) return;
      area.left = Math.min(area.left, from);
      area.right = Math.max(area.right, to);
      area.bottom = y;
      area.area += to - from + 1;
      area.open ||= open;
    },
    rootOf: labels.rootOf,
    joined(one: number, other: number): number {
      const [a, b] = [labels.rootOf(one), labels.rootOf(other)];
      const root = labels.joined(a, b);
      const [into, from] = [areas[root], areas[a === root ? b : a]];
      if (into === undefined || from === undefined || into === from) return root;
      into.left = Math.min(into.left, from.left);
      into.right = Math.max(into.right, from.right);
      into.top = Math.min(into.top, from.top);
      into.bottom = Math.max(into.bottom, from.bottom);
      into.area += from.area;
      into.open ||= from.open;
      return root;
    },
    /** Those that do not reach the border, the oldest first. */
    closed: (): Growing[] => areas.filter(({ open }, label) => labels.rootOf(label) === label && !open),
  };
}

const finished = ({ left, right, top, bottom, area }: Growing, thickness: number): Face => {
  const out = thickness / 2;
  return { box: { left: left - out, top: top - out, right: right + 1 + out, bottom: bottom + 1 + out }, area };
};
