import { boundsOf, type Points } from './points.ts';

/** The cells of a grid that hold points, each with the middle of its points. */
export interface Voxels {
  readonly count: number;
  readonly side: number;
  /** Middles, from the low corner of the cloud. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** The voxel of each point. */
  readonly ofPoint: Uint32Array;
  /** The voxel so many cells away from one; -1 where there is none. */
  find(voxel: number, dx: number, dy: number, dz: number): number;
}

/** Voxels of a side in metres. */
export function voxelsOf(points: Points, side: number): Voxels {
  const { low } = boundsOf(points);
  const table = cellTable(points.count);
  const ofPoint = new Uint32Array(points.count);
  for (let n = 0; n < points.count; n++) {
    ofPoint[n] = table.place(
      Math.floor(((points.x[n] ?? 0) - low[0]) / side),
      Math.floor(((points.y[n] ?? 0) - low[1]) / side),
      Math.floor(((points.z[n] ?? 0) - low[2]) / side),
    );
  }
  const count = table.size();
  const middles = [points.x, points.y, points.z].map((values, axis) => meansOf(values, ofPoint, count, low[axis] ?? 0));
  const [x = new Float64Array(0), y = new Float64Array(0), z = new Float64Array(0)] = middles;
  const { cells } = table;
  const find = (voxel: number, dx: number, dy: number, dz: number) =>
    table.find((cells[3 * voxel] ?? 0) + dx, (cells[3 * voxel + 1] ?? 0) + dy, (cells[3 * voxel + 2] ?? 0) + dz);
  return { count, side, x, y, z, ofPoint, find };
}

function meansOf(values: Float64Array, ofPoint: Uint32Array, count: number, low: number): Float64Array {
  const sums = new Float64Array(count);
  const counts = new Uint32Array(count);
  for (let n = 0; n < ofPoint.length; n++) {
    const voxel = ofPoint[n] ?? 0;
    sums[voxel] = (sums[voxel] ?? 0) + (values[n] ?? 0) - low;
    counts[voxel] = (counts[voxel] ?? 0) + 1;
  }
  return sums.map((sum, voxel) => sum / (counts[voxel] ?? 1));
}

/** Numbers cells in the order in which they come: an open table of their coordinates. */
function cellTable(most: number) {
  const mask = 2 ** Math.ceil(Math.log2(Math.max(16, 2 * most))) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  const cells = new Int32Array(3 * most);
  let size = 0;
  const slotOf = (x: number, y: number, z: number): number => {
    let slot = (Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) & mask;
    for (;;) {
      const cell = slots[slot] ?? -1;
      if (cell < 0 || (cells[3 * cell] === x && cells[3 * cell + 1] === y && cells[3 * cell + 2] === z)) return slot;
      slot = (slot + 1) & mask;
    }
  };
  return {
    cells,
    size: () => size,
    find: (x: number, y: number, z: number): number => slots[slotOf(x, y, z)] ?? -1,
    place(x: number, y: number, z: number): number {
      const slot = slotOf(x, y, z);
      const known = slots[slot] ?? -1;
      if (known >= 0) return known;
      slots[slot] = size;
      cells.set([x, y, z], 3 * size);
      return size++;
    },
  };
}
