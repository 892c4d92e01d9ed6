import type { Box } from '../geometry.ts';
import { eachStretch, type Ink } from './ink.ts';

/** What lines surround: an area of paper that does not reach the border of the sheet. */
export interface Face {
  readonly box: Box;
  /** Cells. */
  readonly area: number;
}

interface Growing {
  left: number;
  right: number;
  top: number;
  bottom: number;
  area: number;
  /** It reaches the border. */
  open: boolean;
}

/**
 * The areas that lines surround, from the top down. Boxes go to the middle of the lines around. Works through rows as
 * runs of paper, so that it costs what is drawn and not what is empty.
 */
export function facesOf(ink: Ink): Face[] {
  const { width, height } = ink;
  const parents: number[] = [];
  const facts: Growing[] = [];
  const rootOf = (of: number): number => {
    let root = of;
    while (parents[root] !== root) root = parents[root] ?? root;
    for (let at = of; at !== root; ) {
      const next = parents[at] ?? root;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    const runs = runsOf(ink, y);
    let first = 0;
    for (const run of runs) {
      run.label = parents.length;
      parents.push(run.label);
      const open = y === 0 || y === height - 1 || run.from === 0 || run.to === width - 1;
      facts.push({ left: run.from, right: run.to, top: y, bottom: y, area: run.to - run.from + 1, open });
      while (first < above.length && (above[first]?.to ?? 0) < run.from) first++;
      for (let at = first; at < above.length; at++) {
        const other = above[at];
        if (other === undefined || other.from > run.to) break;
        join(rootOf(other.label), rootOf(run.label), parents, facts);
      }
    }
    above = runs;
  }
  return facts.flatMap((face, label) =>
    parents[label] === label && !face.open ? [finished(face, ink.thickness)] : [],
  );
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

/** The older label stays. */
function join(a: number, b: number, parents: number[], facts: Growing[]): void {
  if (a === b) return;
  const [root, gone] = a < b ? [a, b] : [b, a];
  parents[gone] = root;
  const [into, from] = [facts[root], facts[gone]];
  if (into === undefined || from === undefined) return;
  into.left = Math.min(into.left, from.left);
  into.right = Math.max(into.right, from.right);
  into.top = Math.min(into.top, from.top);
  into.bottom = Math.max(into.bottom, from.bottom);
  into.area += from.area;
  into.open ||= from.open;
}

const finished = ({ left, right, top, bottom, area }: Growing, thickness: number): Face => {
  const out = thickness / 2;
  return { box: { left: left - out, top: top - out, right: right + 1 + out, bottom: bottom + 1 + out }, area };
};
