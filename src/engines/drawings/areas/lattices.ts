import { noLabels } from '../bitmap/labels.ts';
import { type Box, centerOf, heightOf, holds, widthOf } from '../geometry.ts';
import type { SheetText, Stroke } from '../sheet.ts';
import { isCaption } from './captions.ts';
import { type Cell, type Lattice, shareSide } from './cells.ts';
import type { Reading } from './direction.ts';
import { boxOfCells, revisionRows, rowsOf, textOf } from './tables.ts';

/** A block of cells, and what it is. */
export interface Block {
  readonly kind: 'titleBlock' | 'revisionTable' | 'table' | 'legend';
  readonly box: Box;
  readonly cells: readonly Cell[];
}

export interface Asked {
  readonly texts: readonly SheetText[];
  readonly strokes: readonly Stroke[];
  readonly reading: Reading;
  readonly near: number;
}

const leastCells = 4;
/** Of the cells of a legend so many show a symbol. */
const leastShown = 0.6;
const leastCaptions = 2;

/** Parts lattices where a table of revisions or another table hangs on a title block, and tells what each part is. */
export function blocksOf(lattices: readonly Lattice[], asked: Asked): Block[] {
  const blocks: Block[] = [];
  const rest: Cell[][] = [];
  for (const { cells, box } of lattices) {
    if (isLegend(cells, asked)) {
      blocks.push({ kind: 'legend', box, cells });
      continue;
    }
    if (cells.length < leastCells) continue;
    const others: Cell[] = [];
    for (const grid of gridsOf(cells, asked.near)) {
      const kind = kindOfGrid(grid, asked);
      if (kind === undefined) others.push(...grid);
      else blocks.push({ kind, box: boxOfCells(grid) ?? box, cells: grid });
    }
    if (others.length > 0) rest.push(others);
  }
  const title = [...rest].sort((a, b) => titleRank(b, asked) - titleRank(a, asked))[0];
  for (const cells of rest) {
    const isTitle = cells === title && captionsIn(cells, asked) >= leastCaptions;
    const box = boxOfCells(cells);
    if (box) blocks.push({ kind: isTitle ? 'titleBlock' : 'table', box, cells });
  }
  return blocks;
}

/** Cells in rows and columns of the same lines. */
function gridsOf(cells: readonly Cell[], near: number): Cell[][] {
  const labels = noLabels();
  for (const _ of cells) labels.begun();
  const same = (a: number, b: number) => Math.abs(a - b) <= near;
  for (let n = 0; n < cells.length; n++) {
    for (let m = n + 1; m < cells.length; m++) {
      const [a, b] = [cells[n]?.box, cells[m]?.box];
      if (!a || !b || !shareSide(a, b, near)) continue;
      const alike =
        (same(a.top, b.top) && same(a.bottom, b.bottom)) || (same(a.left, b.left) && same(a.right, b.right));
      if (alike) labels.joined(n, m);
    }
  }
  return [...Map.groupBy(cells.entries(), ([n]) => labels.rootOf(n)).values()].map((group) =>
    group.map(([, cell]) => cell),
  );
}

function kindOfGrid(cells: readonly Cell[], { texts, reading, near }: Asked): 'revisionTable' | 'table' | undefined {
  const rows = rowsOf(cells, reading, near);
  if (rows.length >= 2 && revisionRows(rows, texts, reading).length > 0) return 'revisionTable';
  const columns = Math.max(...rows.map((row) => row.length));
  const isRegular = rows.length >= 3 && columns >= 3 && cells.length >= 0.7 * rows.length * columns;
  if (!isRegular) return undefined;
  const captions = cells.filter((cell) => isCaption(textOf(cell, texts, reading))).length;
  // signatures in a title block stand in rows, too, each beside its caption
  return captions >= 3 && captions > columns ? undefined : 'table';
}

const captionsIn = (cells: readonly Cell[], { texts }: Asked): number =>
  cells.flatMap((cell) => cell.texts).filter((n) => isCaption(texts[n]?.text ?? '')).length;

/** By captions; of two with as many the larger letters, and the place nearer to the lower right corner. */
function titleRank(cells: readonly Cell[], asked: Asked): number {
  const { texts, reading } = asked;
  const largest = Math.max(...cells.flatMap((cell) => cell.texts).map((n) => texts[n]?.height ?? 0));
  const box = boxOfCells(cells);
  const corner = box === undefined ? 0 : reading.along(centerOf(box)) + reading.down(centerOf(box));
  return captionsIn(cells, asked) + 0.01 * largest + 1e-6 * corner;
}

/** Most cells have a text and a shape that is neither level nor upright. */
function isLegend(cells: readonly Cell[], { strokes }: Asked): boolean {
  const shapes = strokes.filter(isSlanted).map(({ points }) => boxAround(points));
  const shown = cells.filter(({ box }) =>
    shapes.some(
      (shape) =>
        holds(box, centerOf(shape)) && widthOf(shape) < widthOf(box) && heightOf(shape) <= 1.05 * heightOf(box),
    ),
  );
  return shown.length >= leastShown * cells.length;
}

const isSlanted = ({ points, dashed }: Stroke): boolean =>
  !dashed &&
  points.some((p, n) => {
    const before = points[n - 1] ?? p;
    const [dx, dy] = [Math.abs(p[0] - before[0]), Math.abs(p[1] - before[1])];
    return Math.min(dx, dy) > 0.1 * Math.max(dx, dy);
  });

function boxAround(points: Stroke['points']): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
