import { noLabels } from '../bitmap/labels.ts';
import { around, type Box, centerOf, heightOf, type Point, widthOf } from '../geometry.ts';
import { type Segment, type Segments, spans } from './segments.ts';

/** What four lines enclose, and what is written there. */
export interface Cell {
  readonly box: Box;
  /** Their places in the list of texts. */
  readonly texts: readonly number[];
}

/** Cells that share sides. */
export interface Lattice {
  readonly box: Box;
  readonly cells: readonly Cell[];
}

/** Of the lines around a text so many are looked at on each side, the nearest first. */
const mostLines = 4;

export interface CellText {
  readonly place: Point;
  readonly height: number;
}

/** A cell is at most so many letters high. */
const highest = 16;
/** No line of it lies farther from the middle of its text, in letters. */
const widest = 200;
const least = 3;

/** Cells with texts that share sides, at least three of them. `near`: how far ends may lie from what they meet. */
export function latticesOf(
  segments: Segments,
  texts: readonly CellText[],
  isInside: (place: Point) => boolean,
  letter: number,
  near: number,
): Lattice[] {
  const cells = cellsOf(segments, texts, letter, near).filter(({ box }) => isInside(centerOf(box)));
  const labels = noLabels();
  for (const _ of cells) labels.begun();
  for (let n = 0; n < cells.length; n++) {
    for (let m = n + 1; m < cells.length; m++) {
      const [a, b] = [cells[n], cells[m]];
      if (a && b && shareSide(a.box, b.box, near)) labels.joined(n, m);
    }
  }
  const groups = Map.groupBy(cells.entries(), ([n]) => labels.rootOf(n));
  return [...groups.values()]
    .map((group) => group.map(([, cell]) => cell))
    .flatMap((group): Lattice[] => {
      const [first] = group;
      if (first === undefined || group.length < least) return [];
      return [{ box: group.reduce((box, cell) => around(box, cell.box), first.box), cells: group }];
    });
}

export function shareSide(a: Box, b: Box, near: number): boolean {
  const over = (from: number, to: number) => to - from > near;
  const beside = Math.abs(a.right - b.left) <= near || Math.abs(b.right - a.left) <= near;
  const stacked = Math.abs(a.bottom - b.top) <= near || Math.abs(b.bottom - a.top) <= near;
  return (
    (beside && over(Math.max(a.top, b.top), Math.min(a.bottom, b.bottom))) ||
    (stacked && over(Math.max(a.left, b.left), Math.min(a.right, b.right)))
  );
}

/** The smallest box of lines around each text. */
export function cellsOf(segments: Segments, texts: readonly CellText[], letter: number, near: number): Cell[] {
  const cells = new Map<string, { box: Box; texts: number[] }>();
  for (const [n, { place }] of texts.entries()) {
    const box = cellAround(place, segments, letter, near);
    if (box === undefined) continue;
    const key = centerOf(box)
      .map((value) => Math.round(value / near))
      .join();
    const cell = cells.get(key);
    if (cell) cell.texts.push(n);
    else cells.set(key, { box, texts: [n] });
  }
  return [...cells.values()];
}

function cellAround([x, y]: Point, { level, upright }: Segments, letter: number, near: number): Box | undefined {
  const most = highest * letter;
  const beyond = (lines: readonly Segment[], from: number, other: number, way: 1 | -1, reach: number): Segment[] =>
    lines
      .filter(
        ({ at, from: begin, to }) =>
          (at - from) * way > 0 && (at - from) * way < reach && begin <= other && to >= other,
      )
      .sort((a, b) => (a.at - b.at) * way)
      .slice(0, mostLines);
  const tops = beyond(level, y, x, -1, widest * letter);
  const bottoms = beyond(level, y, x, 1, widest * letter);
  const lefts = beyond(upright, x, y, -1, widest * letter);
  const rights = beyond(upright, x, y, 1, widest * letter);
  for (const top of tops) {
    for (const bottom of bottoms) {
      const isSide = (one: Segment) => spans(one, top.at, bottom.at, near);
      const [left, right] = [lefts.find(isSide), rights.find(isSide)];
      if (left === undefined || right === undefined) continue;
      const box = { left: left.at, top: top.at, right: right.at, bottom: bottom.at };
      if (spans(top, box.left, box.right, near) && spans(bottom, box.left, box.right, near)) {
        return Math.min(widthOf(box), heightOf(box)) <= most ? box : undefined;
      }
    }
  }
  return undefined;
}
