import { extremeWithin, filled, type Heights, heightAt } from './heights.ts';
import { boundsOf, type Points } from './points.ts';

/** Sizes in metres. */
const cell = 0.5;
const largestWindow = 18;
/** An opening may take that much of its half-width away from ground. */
const steepest = 0.3;
const above = 0.12;
const abovePerSlope = 0.2;
/** A lowest point so far below all of its neighbours is no ground, but a false echo. */
const falseDepth = 1;
const mostCells = 40_000_000;

/** Ground and what was found of it. */
export interface Ground {
  /** 1 for each point of the ground. */
  readonly isGround: Uint8Array;
  readonly surface: Heights;
}

/**
 * Simple morphological filter: a grid of lowest points is opened with growing square windows; a cell that loses more
 * than its window lets slopes lose is no ground. Points near the surface of the others are ground. Progress is told as
 * a share of 1.
 */
export function findGround(points: Points, progress: (share: number) => void = () => {}): Ground {
  const lowest = filled(withoutFalse(lowestOf(points)));
  const objects = new Uint8Array(lowest.values.length);
  const windows = Math.ceil(largestWindow / lowest.cell);
  let last = lowest;
  for (let radius = 1; radius <= windows; radius++) {
    const opened = extremeWithin(extremeWithin(last, radius, -1), radius, 1);
    const allowed = steepest * radius * lowest.cell;
    for (let at = 0; at < objects.length; at++) {
      if ((last.values[at] ?? 0) - (opened.values[at] ?? 0) > allowed) objects[at] = 1;
    }
    last = opened;
    progress(radius / windows);
  }
  const values = lowest.values.map((value, at) => (objects[at] === 1 ? Number.NaN : value));
  const surface = filled({ ...lowest, values });
  return { isGround: nearSurface(points, surface), surface };
}

function lowestOf(points: Points): Heights {
  const { low, high } = boundsOf(points);
  const area = (high[0] - low[0]) * (high[1] - low[1]);
  // sparse points over much land: no more cells than fit into memory
  const side = Math.max(cell, Math.sqrt(area / mostCells));
  const columns = Math.max(2, Math.floor((high[0] - low[0]) / side) + 1);
  const rows = Math.max(2, Math.floor((high[1] - low[1]) / side) + 1);
  const values = new Float64Array(columns * rows).fill(Number.NaN);
  for (let n = 0; n < points.count; n++) {
    const column = Math.floor(((points.x[n] ?? 0) - low[0]) / side);
    const row = Math.floor(((points.y[n] ?? 0) - low[1]) / side);
    const at = row * columns + column;
    const z = points.z[n] ?? 0;
    if (!((values[at] ?? 0) <= z)) values[at] = z;
  }
  return { columns, rows, cell: side, west: low[0], south: low[1], values };
}

/** Without lowest points that lie far below all that is around them. */
function withoutFalse(heights: Heights): Heights {
  const { columns, rows, values } = heights;
  const kept = values.slice();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const around: number[] = [];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          const value = values[y * columns + x] ?? Number.NaN;
          if (y * columns + x !== at && !Number.isNaN(value)) around.push(value);
        }
      }
      if (around.length >= 3 && (values[at] ?? 0) < Math.min(...around) - falseDepth) kept[at] = Number.NaN;
    }
  }
  return { ...heights, values: kept };
}

function nearSurface({ count, x, y, z }: Points, surface: Heights): Uint8Array {
  const isGround = new Uint8Array(count);
  for (let n = 0; n < count; n++) {
    const { height, slope } = heightAt(surface, x[n] ?? 0, y[n] ?? 0);
    if (Math.abs((z[n] ?? 0) - height) <= above + abovePerSlope * slope) isGround[n] = 1;
  }
  return isGround;
}
