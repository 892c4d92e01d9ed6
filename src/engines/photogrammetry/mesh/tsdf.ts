import { seenFrom } from '../../geometry/camera.ts';
import { minus, plus, times, transposed, turned } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { depthAt, type Mapped, tolerance } from '../dense/consistency.ts';

/** Cells of a side of a block; a block is the unit that exists or not. */
export const side = 8;
export const cells = side ** 3;
/** Distances are known up to so many cells from a surface. */
const band = 3.5;

/** Signed distances to the surface, positive before it, in cells; in blocks where there is a surface. */
export interface Volume {
  /** Of cell 0, 0, 0. */
  readonly origin: Vector;
  /** Metres. */
  readonly cell: number;
  /** By its key: the number of the block. */
  readonly blocks: ReadonlyMap<number, number>;
  readonly distances: Float32Array;
  /** 0 where no depth map knows a distance. */
  readonly weights: Float32Array;
}

/** Blocks are counted from the origin, 0 to 65,535 in each direction. */
const perAxis = 65_536;
export const keyOf = (x: number, y: number, z: number): number => (z * perAxis + y) * perAxis + x;
export const blockAt = (key: number): Vector => [
  key % perAxis,
  Math.floor(key / perAxis) % perAxis,
  Math.floor(key / perAxis / perAxis),
];

/** The mean of what all depth maps say. */
export function volumeOf(maps: readonly Mapped[], cell: number, low: Vector): Volume {
  const origin: Vector = minus(low, [4 * side * cell, 4 * side * cell, 4 * side * cell]);
  const blocks = new Map<number, number>();
  for (const map of maps) touch(map, origin, cell, blocks);
  const distances = new Float32Array(cells * blocks.size);
  const weights = new Float32Array(cells * blocks.size);
  const typical = typicalDepth(maps);
  for (const map of maps) {
    for (const [key, block] of blocks) add(map, origin, cell, blockAt(key), block * cells, distances, weights, typical);
  }
  return { origin, cell, blocks, distances, weights };
}

function typicalDepth(maps: readonly Mapped[]): number {
  const sample = maps.flatMap(({ depths }) => {
    const every = Math.max(1, Math.floor(depths.length / 500));
    return Array.from({ length: Math.floor(depths.length / every) }, (_, n) => depths[n * every] ?? 0);
  });
  const known = sample.filter((depth) => depth > 0).sort((a, b) => a - b);
  return known[known.length >> 1] ?? 1;
}

/** Makes the blocks around every point of a map. */
function touch({ view, depths }: Mapped, origin: Vector, cell: number, blocks: Map<number, number>): void {
  const back = transposed(view.pose.rotation);
  const start = minus(view.pose.centre, origin);
  const per = 1 / (cell * side);
  let last = -1;
  for (let n = 0; n < depths.length; n++) {
    const depth = depths[n] ?? 0;
    if (depth === 0) continue;
    const [x, y] = [n % view.width, Math.floor(n / view.width)];
    const ray = turned(back, [
      (x + 0.5 - view.principal[0]) / view.focal,
      (y + 0.5 - view.principal[1]) / view.focal,
      1,
    ]);
    for (const off of [-band, 0, band]) {
      const [a, b, c] = plus(start, times(ray, depth + off * cell));
      const place = [Math.floor(a * per), Math.floor(b * per), Math.floor(c * per)] as const;
      // points that lie far off are mistakes
      if (!place.every((one) => one >= 0 && one < perAxis)) continue;
      const key = keyOf(...place);
      if (key === last) continue;
      last = key;
      if (!blocks.has(key)) blocks.set(key, blocks.size);
    }
  }
}

/** What one map says of the cells of a block. */
function add(
  map: Mapped,
  origin: Vector,
  cell: number,
  block: Vector,
  base: number,
  distances: Float32Array,
  weights: Float32Array,
  typical: number,
): void {
  const { view } = map;
  const { rotation } = view.pose;
  const corner = plus(origin, times(block, side * cell));
  const first = seenFrom(view.pose, corner);
  if (!mayBeSeen(map, first, cell)) return;
  const [sx, sy, sz] = transposed(rotation).map((axis): Vector => times(axis, cell));
  if (sx === undefined || sy === undefined || sz === undefined) return;
  for (let z = 0, at = base; z < side; z++) {
    for (let y = 0; y < side; y++) {
      let a = first[0] + y * sy[0] + z * sz[0];
      let b = first[1] + y * sy[1] + z * sz[1];
      let c = first[2] + y * sy[2] + z * sz[2];
      for (let x = 0; x < side; x++, at++, a += sx[0], b += sx[1], c += sx[2]) {
        if (c <= 1e-6) continue;
        const u = (view.focal * a) / c + view.principal[0] - 0.5;
        const v = (view.focal * b) / c + view.principal[1] - 0.5;
        const depth = depthAt(map, u, v, tolerance);
        const distance = (depth - c) / cell;
        if (depth === 0 || distance < -band) continue;
        const weight = (typical / c) * (typical / c);
        const sum = (weights[at] ?? 0) + weight;
        distances[at] = (distances[at] ?? 0) + ((Math.min(band, distance) - (distances[at] ?? 0)) * weight) / sum;
        weights[at] = sum;
      }
    }
  }
}

/** Whether the picture may show a part of the block. */
function mayBeSeen({ view }: Mapped, corner: Vector, cell: number): boolean {
  const size = side * cell * 1.8;
  const [a, b, c] = corner;
  if (c < -size) return false;
  if (c < size) return true;
  const margin = (view.focal * size) / (c - size * 0.99);
  const [u, v] = [(view.focal * a) / c + view.principal[0], (view.focal * b) / c + view.principal[1]];
  return u > -margin && v > -margin && u < view.width + margin && v < view.height + margin;
}
