import { spare } from '../spare.ts';
import { cellFinder } from './chunk-tree.ts';
import { type Cube, makePoints, type PointShape, type Points, partOf, picked, shapeOf } from './points.ts';

/** Counts points in the cells of a grid, which several threads do at once; neighbours are often in the same one. */
export function countCells(points: Points, cube: Cube, counts: Uint32Array): void {
  const cellOf = cellFinder(cube);
  let [cell, found] = [0, 0];
  for (let n = 0; n < points.count; n++) {
    const here = cellOf(points, n);
    if (here !== cell) {
      Atomics.add(counts, cell, found);
      [cell, found] = [here, 0];
    }
    found++;
  }
  Atomics.add(counts, cell, found);
}

/** Which points become one chunk, by their cells. */
export interface Division {
  readonly cube: Cube;
  readonly chunks: number;
  readonly chunkOfCell: Int32Array;
}

const spareOf = spare((shape: PointShape, size) => makePoints(size, shape));

/**
 * Points by their chunks, each with its points in the order in which they came; `starts`: where each begins, and the end. They
 * hold until the next call.
 */
export function byChunk(
  points: Points,
  { cube, chunks, chunkOfCell }: Division,
): { sorted: Points; starts: Uint32Array } {
  const { count } = points;
  const cellOf = cellFinder(cube);
  const chunkOf = new Uint32Array(count);
  const starts = new Uint32Array(chunks + 1);
  for (let n = 0; n < count; n++) {
    const chunk = chunkOfCell[cellOf(points, n)] ?? 0;
    chunkOf[n] = chunk;
    starts[chunk + 1] = (starts[chunk + 1] ?? 0) + 1;
  }
  for (let n = 1; n <= chunks; n++) starts[n] = (starts[n] ?? 0) + (starts[n - 1] ?? 0);
  const next = starts.slice();
  const order = new Uint32Array(count);
  for (let n = 0; n < count; n++) {
    const chunk = chunkOf[n] ?? 0;
    const to = next[chunk] ?? 0;
    order[to] = n;
    next[chunk] = to + 1;
  }
  const sorted = picked(points, order, partOf(spareOf(shapeOf(points), points.x.length), 0, count));
  return { sorted, starts };
}
