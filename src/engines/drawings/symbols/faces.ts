import { type BinaryBitmap, eachStretch } from '../bitmap/bitmap.ts';
import { noLabels } from '../bitmap/labels.ts';
import { type Box, centerOf, heightOf, type Point, widthOf } from '../geometry.ts';

/** What lines surround: an area of paper that does not reach the border of the sheet. */
export interface Face {
  readonly box: Box;
  /** Cells. */
  readonly area: number;
  /** Where its cells lie on average. */
  readonly middle: Point;
}

/** How far its middle lies from that of its box, in parts of the box: a triangle leans to its broad side. */
export function leanOf({ box, middle }: Pick<Face, 'box' | 'middle'>): Point {
  const [x, y] = centerOf(box);
  return [(middle[0] - x) / widthOf(box), (middle[1] - y) / heightOf(box)];
}

/**
 * The areas that lines surround, from the top down. Boxes go to the middle of the lines around. Works through rows as
 * runs of paper, so that it costs what is drawn and not what is empty.
 */
export function facesOf(ink: BinaryBitmap): Face[] {
  const { width, height } = ink;
  const areas = noAreas();
  let above = noRuns();
  let runs = noRuns();
  let y = 0;
  let first = 0;
  const meet = (from: number, end: number) => {
    while (first < above.count && (above.ends[first] ?? 0) <= from) first++;
    let label = -1;
    for (let at = first; at < above.count && (above.froms[at] ?? 0) < end; at++) {
      const other = above.labels[at] ?? 0;
      label = label === -1 ? areas.rootOf(other) : areas.joined(label, other);
    }
    if (label === -1) label = areas.begun(from, end - 1, y);
    const open = y === 0 || y === height - 1 || from === 0 || end === width;
    areas.grow(label, from, end - 1, y, open);
    runs.froms[runs.count] = from;
    runs.ends[runs.count] = end;
    runs.labels[runs.count++] = label;
  };
  for (; y < height; y++) {
    first = 0;
    runs.count = 0;
    eachStretch(ink, y, 'paper', meet);
    const next = above;
    above = runs;
    runs = next;
  }
  return areas.closed().map((area) => finished(area, ink.thickness));
}

/** The stretches of a row, in lists that are filled again and again: a sheet has far too many for an object each. */
interface Runs {
  readonly froms: number[];
  readonly ends: number[];
  readonly labels: number[];
  count: number;
}

const noRuns = (): Runs => ({ froms: [], ends: [], labels: [], count: 0 });

interface Growing {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Cells, and the sums of their places. */
  area: number;
  sumX: number;
  sumY: number;
  /** It reaches the border. */
  open: boolean;
}

/** Areas that are met row by row: what hangs together with a run of the row above goes on with its label. */
function noAreas() {
  const labels = noLabels();
  const areas: Growing[] = [];
  return {
    begun(from: number, to: number, y: number): number {
      areas.push({ left: from, right: to, top: y, bottom: y, area: 0, sumX: 0, sumY: 0, open: false });
      return labels.begun();
    },
    grow(label: number, from: number, to: number, y: number, open: boolean): void {
      const area = areas[label];
      if (area === undefined) return;
      area.left = Math.min(area.left, from);
      area.right = Math.max(area.right, to);
      area.bottom = y;
      const cells = to - from + 1;
      area.area += cells;
      area.sumX += (cells * (from + to)) / 2;
      area.sumY += cells * y;
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
      into.sumX += from.sumX;
      into.sumY += from.sumY;
      into.open ||= from.open;
      return root;
    },
    /** Those that do not reach the border, the oldest first. */
    closed: (): Growing[] => areas.filter(({ open }, label) => labels.rootOf(label) === label && !open),
  };
}

const finished = ({ left, right, top, bottom, area, sumX, sumY }: Growing, thickness: number): Face => {
  const out = thickness / 2;
  return {
    box: { left: left - out, top: top - out, right: right + 1 + out, bottom: bottom + 1 + out },
    area,
    middle: [sumX / area + 0.5, sumY / area + 0.5],
  };
};
