import type { Points } from './points.ts';

/** Points sorted into the cells of a grid; cells share buckets by chance, which only costs looks. */
interface Buckets {
  readonly side: number;
  readonly mask: number;
  /** Where each bucket begins in `order`; one more at the end. */
  readonly starts: Uint32Array;
  /** Numbers of points, bucket by bucket. */
  readonly order: Uint32Array;
  readonly origin: readonly [number, number, number];
}

const bucketOf = (x: number, y: number, z: number, mask: number): number =>
  (Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) & mask;

/** `side`: of a cell, in metres. */
function bucketsOf(points: Points, side: number): Buckets {
  const { count, x, y, z } = points;
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, count))) - 1;
  const origin = [x[0] ?? 0, y[0] ?? 0, z[0] ?? 0] as const;
  const starts = new Uint32Array(mask + 2);
  const buckets = new Uint32Array(count);
  for (let n = 0; n < count; n++) {
    const bucket = bucketOf(
      Math.floor(((x[n] ?? 0) - origin[0]) / side),
      Math.floor(((y[n] ?? 0) - origin[1]) / side),
      Math.floor(((z[n] ?? 0) - origin[2]) / side),
      mask,
    );
    buckets[n] = bucket;
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
  }
  for (let bucket = 0; bucket <= mask; bucket++) {
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  }
  const next = starts.slice();
  const order = new Uint32Array(count);
  for (let n = 0; n < count; n++) {
    const place = next[buckets[n] ?? 0] ?? 0;
    order[place] = n;
    next[buckets[n] ?? 0] = place + 1;
  }
  return { side, mask, starts, order, origin };
}

const fewPoints = 8;
const smallestPart = 8;

/** Cells of a part of `reach` that hold a few points each: those of dense clouds are smaller. */
function bucketsFor(points: Points, reach: number): Buckets {
  for (let side = reach / 2; ; side /= 2) {
    const buckets = bucketsOf(points, side);
    let used = 0;
    for (let bucket = 0; bucket <= buckets.mask; bucket++) {
      if (buckets.starts[bucket + 1] !== buckets.starts[bucket]) used++;
    }
    if (points.count / Math.max(1, used) <= fewPoints || side <= reach / smallestPart) return buckets;
  }
}

export interface Nearest {
  /** -1 where there is none. */
  readonly point: number;
  /** In metres; `reach` where there is none. */
  readonly distance: number;
}

/** Finds the nearest point to a place, ring of cells by ring, at most `reach` away. */
export function nearestFinder(points: Points, reach: number): (x: number, y: number, z: number) => Nearest {
  const buckets = bucketsFor(points, reach);
  const { side, starts, order, mask, origin } = buckets;
  const places = placesOf(points, buckets);
  const rings = Array.from({ length: Math.ceil(reach / side) + 1 }, (_, ring) => ringOf(ring));
  let [x, y, z] = [0, 0, 0];
  let [best, found] = [0, -1];
  const lookInto = (bucket: number): void => {
    const end = starts[bucket + 1] ?? 0;
    for (let at = starts[bucket] ?? 0; at < end; at++) {
      const dx = x - (places[3 * at] ?? 0);
      const dy = y - (places[3 * at + 1] ?? 0);
      const dz = z - (places[3 * at + 2] ?? 0);
      const square = dx * dx + dy * dy + dz * dz;
      if (square >= best) continue;
      best = square;
      found = at;
    }
  };
  const lookAround = (ring: Int32Array): void => {
    const [cx, cy, cz] = [Math.floor(x / side), Math.floor(y / side), Math.floor(z / side)];
    for (let at = 0; at < ring.length; at += 3) {
      const ix = cx + (ring[at] ?? 0);
      const iy = cy + (ring[at + 1] ?? 0);
      const iz = cz + (ring[at + 2] ?? 0);
      if (off(x, ix, side) + off(y, iy, side) + off(z, iz, side) >= best) continue;
      lookInto(bucketOf(ix, iy, iz, mask));
    }
  };
  return (worldX, worldY, worldZ) => {
    [x, y, z] = [worldX - origin[0], worldY - origin[1], worldZ - origin[2]];
    [best, found] = [reach * reach, -1];
    for (const [ring, cells] of rings.entries()) {
      lookAround(cells);
      // what lies in the next ring is at least this many cells away
      if (best <= (ring * side) ** 2) break;
    }
    return { point: found < 0 ? -1 : (order[found] ?? -1), distance: Math.sqrt(best) };
  };
}

/** Places from the origin, bucket by bucket. */
function placesOf({ count, x, y, z }: Points, { order, origin }: Buckets): Float64Array {
  const places = new Float64Array(3 * count);
  for (let at = 0; at < count; at++) {
    const n = order[at] ?? 0;
    places[3 * at] = (x[n] ?? 0) - origin[0];
    places[3 * at + 1] = (y[n] ?? 0) - origin[1];
    places[3 * at + 2] = (z[n] ?? 0) - origin[2];
  }
  return places;
}

/** The square of how far a cell is away along an axis. */
function off(value: number, cell: number, side: number): number {
  const before = cell * side - value;
  if (before > 0) return before * before;
  const after = -before - side;
  return after > 0 ? after * after : 0;
}

/** The cells whose greatest distance along an axis is `ring`, three numbers each. */
function ringOf(ring: number): Int32Array {
  const line = Array.from({ length: 2 * ring + 1 }, (_, n) => n - ring);
  const cube = line.flatMap((z) => line.flatMap((y) => line.map((x) => [x, y, z])));
  return Int32Array.from(cube.filter((cell) => Math.max(...cell.map(Math.abs)) === ring).flat());
}
