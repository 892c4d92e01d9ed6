import { growingFloats } from './growing.ts';
import { blockAt, cells, keyOf, side, type Volume } from './tsdf.ts';

/*
 * Marching tetrahedra: a cube of eight cells is six tetrahedra around its diagonal, each the way from the first corner to
 * the last by one axis after the other. Corners are numbers of three bits: x, y, z.
 */
const ways = [
  [0, 1, 3, 7],
  [0, 1, 5, 7],
  [0, 2, 3, 7],
  [0, 2, 6, 7],
  [0, 4, 5, 7],
  [0, 4, 6, 7],
] as const;
const wide = side + 1;
const cornerSteps = Int32Array.from({ length: 8 }, (_, n) => (n & 1) + ((n >> 1) & 1) * wide + (n >> 2) * wide * wide);

/**
 * The triangles where distances change their sign, three places each in cells beside the origin, counterclockwise seen
 * from before the surface. Places on one edge are equal to the bit, whichever triangle they are of.
 */
export function surfaceOf(volume: Volume): Float32Array {
  const soup = growingFloats();
  const near = { values: new Float32Array(wide ** 3), known: new Uint8Array(wide ** 3) };
  const cube = new Float32Array(8);
  for (const key of volume.blocks.keys()) {
    const block = blockAt(key);
    if (!gather(volume, block, near)) continue;
    for (let z = 0; z < side; z++) {
      for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++) {
          if (!read(near, (z * wide + y) * wide + x, cube)) continue;
          const place = [block[0] * side + x, block[1] * side + y, block[2] * side + z] as const;
          for (const way of ways) cutTetrahedron(cube, way, place, soup.push);
        }
      }
    }
  }
  return soup.all();
}

interface Near {
  readonly values: Float32Array;
  readonly known: Uint8Array;
}

/** The cells of a block and one more in each direction; answers whether distances of both signs are among them. */
function gather(volume: Volume, block: readonly [number, number, number], near: Near): boolean {
  for (let n = 0; n < 8; n++) copyBlock(volume, block, [n & 1, (n >> 1) & 1, n >> 2], near);
  let [before, behind] = [0, 0];
  for (let n = 0; n < near.known.length; n++) {
    const isKnown = near.known[n] ?? 0;
    if ((near.values[n] ?? 0) > 0) before += isKnown;
    else behind += isKnown;
  }
  return before > 0 && behind > 0;
}

/** The part of a block or of one beyond it. */
function copyBlock(
  volume: Volume,
  [bx, by, bz]: readonly [number, number, number],
  [ox, oy, oz]: readonly [number, number, number],
  { values, known }: Near,
): void {
  const block = volume.blocks.get(keyOf(bx + ox, by + oy, bz + oz));
  const [ex, ey, ez] = [ox, oy, oz].map((beyond) => (beyond === 1 ? 1 : side));
  for (let z = 0; z < (ez ?? 0); z++) {
    for (let y = 0; y < (ey ?? 0); y++) {
      for (let x = 0; x < (ex ?? 0); x++) {
        const to = ((z + oz * side) * wide + y + oy * side) * wide + x + ox * side;
        const from = (block ?? 0) * cells + (z * side + y) * side + x;
        known[to] = block === undefined || volume.weights[from] === 0 ? 0 : 1;
        values[to] = volume.distances[from] ?? 0;
      }
    }
  }
}

/** The eight cells of a cube; false unless all are known and their signs differ. */
function read({ values, known }: Near, at: number, cube: Float32Array): boolean {
  let before = 0;
  for (let n = 0; n < 8; n++) {
    const place = at + (cornerSteps[n] ?? 0);
    if (known[place] === 0) return false;
    const value = values[place] ?? 0;
    cube[n] = value;
    if (value > 0) before++;
  }
  return before > 0 && before < 8;
}

type Push = (a: number, b: number, c: number) => void;
type Whole = readonly [number, number, number];

function cutTetrahedron(
  cube: Float32Array,
  way: readonly [number, number, number, number],
  at: Whole,
  push: Push,
): void {
  const [p, q, r, s] = way;
  const front = (corner: number) => (cube[corner] ?? 0) > 0;
  const before = way.filter(front);
  const behind = way.filter((corner) => !front(corner));
  const [a, b] = before;
  const [c, d] = behind;
  if (a === undefined || c === undefined) return;
  if (before.length === 1)
    return triangle(cube, at, [a, p === a ? q : p, a, r === a ? q : r, a, s === a ? q : s], a, push);
  if (behind.length === 1)
    return triangle(cube, at, [c, p === c ? q : p, c, r === c ? q : r, c, s === c ? q : s], a, push);
  if (b === undefined || d === undefined) return;
  triangle(cube, at, [a, c, a, d, b, d], a, push);
  triangle(cube, at, [a, c, b, d, b, c], a, push);
}

/** Six corners are three edges; the triangle looks at the corner `before`. */
function triangle(cube: Float32Array, at: Whole, edges: readonly number[], before: number, push: Push): void {
  const [a, b, c] = [0, 2, 4].map((n) => crossing(cube, at, edges[n] ?? 0, edges[n + 1] ?? 0));
  if (a === undefined || b === undefined || c === undefined) return;
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const toFront =
    (uy * vz - uz * vy) * (at[0] + (before & 1) - a[0]) +
    (uz * vx - ux * vz) * (at[1] + ((before >> 1) & 1) - a[1]) +
    (ux * vy - uy * vx) * (at[2] + (before >> 2) - a[2]);
  push(a[0], a[1], a[2]);
  if (toFront >= 0) {
    push(b[0], b[1], b[2]);
    push(c[0], c[1], c[2]);
  } else {
    push(c[0], c[1], c[2]);
    push(b[0], b[1], b[2]);
  }
}

/** Where the distance is 0 between two corners: always counted from the lower one. */
function crossing(cube: Float32Array, at: Whole, one: number, other: number): Whole {
  const [from, to] = one < other ? [one, other] : [other, one];
  const [a, b] = [cube[from] ?? 0, cube[to] ?? 0];
  // never at a corner itself, where triangles would have no surface
  const share = Math.min(0.98, Math.max(0.02, a / (a - b)));
  const along = (axis: number, whole: number) => {
    const [low, high] = [(from >> axis) & 1, (to >> axis) & 1];
    return Math.fround(whole + low + share * (high - low));
  };
  return [along(0, at[0]), along(1, at[1]), along(2, at[2])];
}
