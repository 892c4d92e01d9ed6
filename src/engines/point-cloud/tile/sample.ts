import type { Cube, Points } from './points.ts';

/** Cells along a side from which one point is taken each, finest first. */
const finenesses = [128, 108, 90, 76, 64, 54, 45, 38, 32];

export interface Sample {
  /** Of each list of points: those that were taken, and the rest. */
  readonly places: readonly { readonly taken: Uint32Array; readonly rest: Uint32Array }[];
  /** The side of a cell. */
  readonly spacing: number;
}

/** One point of each cell of a grid over the cube, the finest grid that leaves no more than `most`. */
export function sampled(lists: readonly Points[], cube: Cube, most: number): Sample {
  for (const fineness of finenesses) {
    const cells = new Uint32Array(fineness ** 3 / 32 + 1);
    let count = 0;
    const places: { taken: Uint32Array; rest: Uint32Array }[] = [];
    for (const points of lists) {
      const found = takeFirsts(points, cube, fineness, cells);
      count += found.taken.length;
      if (count > most) break;
      places.push(found);
    }
    if (count <= most) return { places, spacing: cube.side / fineness };
  }
  throw new Error('A grid of 32 cells a side has fewer cells than a tile has points.');
}

function takeFirsts({ count, x, y, z }: Points, { corner, side }: Cube, fineness: number, cells: Uint32Array) {
  const taken = new Uint32Array(count);
  const rest = new Uint32Array(count);
  const per = fineness / side;
  const last = fineness - 1;
  const [cx, cy, cz] = corner;
  let [used, left] = [0, 0];
  for (let n = 0; n < count; n++) {
    const i = Math.min(last, Math.max(0, (((x[n] ?? 0) - cx) * per) | 0));
    const j = Math.min(last, Math.max(0, (((y[n] ?? 0) - cy) * per) | 0));
    const k = Math.min(last, Math.max(0, (((z[n] ?? 0) - cz) * per) | 0));
    const cell = (k * fineness + j) * fineness + i;
    const word = cell >> 5;
    const bit = 1 << (cell & 31);
    const before = cells[word] ?? 0;
    if (before & bit) rest[left++] = n;
    else {
      cells[word] = before | bit;
      taken[used++] = n;
    }
  }
  return { taken: taken.subarray(0, used), rest: rest.subarray(0, left) };
}
