import { type Cube, octantOf, type Points } from './points.ts';

/** Levels of the grid in which points are counted before they are divided: 128 cells a side. */
export const gridLevels = 7;
const gridSide = 2 ** gridLevels;
const cellsIn = (level: number): number => 8 ** level;

/** A part of space: its points make a chunk, or it has octants. */
export interface ChunkNode {
  readonly name: string;
  readonly cube: Cube;
  /** Its number, where it is one. */
  readonly chunk?: number;
  readonly octants: readonly ChunkNode[];
}

/** Cells of the grid, along z, then y, then x, for places of a cube; what sticks out counts at its border. */
export function cellFinder({ corner, side }: Cube): (points: Points, n: number) => number {
  const per = gridSide / side;
  const [cx, cy, cz] = corner;
  const last = gridSide - 1;
  return ({ x, y, z }, n) => {
    const i = Math.min(last, Math.max(0, ((x[n] ?? 0) - cx) * per)) | 0;
    const j = Math.min(last, Math.max(0, ((y[n] ?? 0) - cy) * per)) | 0;
    const k = Math.min(last, Math.max(0, ((z[n] ?? 0) - cz) * per)) | 0;
    return (k * gridSide + j) * gridSide + i;
  };
}

/** Divides space until no part has more points, or it is a cell. `chunkOfCell` gets the number of each cell's chunk; there are `chunks`. */
export function chunkTree(
  counts: Uint32Array,
  cube: Cube,
  most: number,
  chunkOfCell: Int32Array,
): { readonly root: ChunkNode; readonly chunks: number } {
  const pyramid = pyramidOf(counts);
  let chunks = 0;
  const node = (level: number, i: number, j: number, k: number, here: Cube, name: string): ChunkNode => {
    const side = 2 ** level;
    const count = pyramid[level]?.[(k * side + j) * side + i] ?? 0;
    if (count <= most || level === gridLevels) {
      const chunk = chunks++;
      markCells(chunkOfCell, chunk, level, i, j, k);
      return { name, cube: here, chunk, octants: [] };
    }
    const octants: ChunkNode[] = [];
    for (let octant = 0; octant < 8; octant++) {
      const [a, b, c] = [2 * i + (octant & 1), 2 * j + ((octant >> 1) & 1), 2 * k + (octant >> 2)];
      const below = pyramid[level + 1]?.[(c * 2 * side + b) * 2 * side + a] ?? 0;
      if (below > 0) octants.push(node(level + 1, a, b, c, octantOf(here, octant), `${name}${octant}`));
    }
    return { name, cube: here, octants };
  };
  const root = node(0, 0, 0, 0, cube, '');
  return { root, chunks };
}

/** Sums of eight each, up to one for all. */
function pyramidOf(counts: Uint32Array): readonly Uint32Array[] {
  const levels: Uint32Array[] = [];
  levels[gridLevels] = counts;
  for (let level = gridLevels - 1; level >= 0; level--) {
    const finer = levels[level + 1] ?? counts;
    const sums = new Uint32Array(cellsIn(level));
    for (let at = 0; at < finer.length; at++) {
      const count = finer[at] ?? 0;
      if (count === 0) continue;
      const to = parentCell(at, level + 1);
      sums[to] = (sums[to] ?? 0) + count;
    }
    levels[level] = sums;
  }
  return levels;
}

/** The cell of the coarser level that holds one. */
function parentCell(at: number, level: number): number {
  const last = 2 ** level - 1;
  const i = at & last;
  const j = (at >> level) & last;
  const k = at >> (2 * level);
  return ((((k >> 1) << (level - 1)) + (j >> 1)) << (level - 1)) + (i >> 1);
}

function markCells(chunkOfCell: Int32Array, chunk: number, level: number, i: number, j: number, k: number): void {
  const cells = 2 ** (gridLevels - level);
  for (let c = k * cells; c < (k + 1) * cells; c++) {
    for (let b = j * cells; b < (j + 1) * cells; b++) {
      const row = (c * gridSide + b) * gridSide;
      chunkOfCell.fill(chunk, row + i * cells, row + (i + 1) * cells);
    }
  }
}

export const gridCells = cellsIn(gridLevels);
