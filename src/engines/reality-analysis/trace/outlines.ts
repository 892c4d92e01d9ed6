import type { Bitmap } from './bitmap.ts';

/** A corner of cells, in cells of the whole. */
export type Corner = readonly [number, number];

export interface Outline {
  readonly outer: readonly Corner[];
  readonly inner: readonly (readonly Corner[])[];
}

/** The outlines of a shape along the sides of its cells; cells that touch at a corner hang together. */
export function outlinesOf(bitmap: Bitmap): Outline[] {
  const rings = ringsOf(bitmap);
  const outer = rings.filter((ring) => signedArea(ring) > 0);
  const holes = rings.filter((ring) => signedArea(ring) < 0);
  return outer.map((ring) => ({ outer: ring, inner: holes.filter((hole) => isIn(hole, ring, outer)) }));
}

/** Whether a hole is in a ring, and in no smaller one. */
function isIn(hole: readonly Corner[], ring: readonly Corner[], all: readonly (readonly Corner[])[]): boolean {
  const [x, y] = hole[0] ?? [0, 0];
  const around = all.filter((one) => contains(one, x, y) || one.some(([a, b]) => a === x && b === y));
  const smallest = around.toSorted((a, b) => signedArea(a) - signedArea(b))[0];
  return smallest === ring;
}

export function contains(ring: readonly Corner[], x: number, y: number): boolean {
  let inside = false;
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** Positive for rings that have the shape on their right hand, with y downwards. */
export function signedArea(ring: readonly Corner[]): number {
  let sum = 0;
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length] ?? [ax, ay];
    sum += ax * by - bx * ay;
  });
  return sum / 2;
}

/** Right, down, left, up: the shape is on the right hand of who walks, with y downwards. */
const steps: readonly Corner[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

function ringsOf({ x: x0, y: y0, columns, rows, bits }: Bitmap): Corner[][] {
  const filled = (x: number, y: number) => x >= 0 && y >= 0 && x < columns && y < rows && bits[y * columns + x] === 1;
  /** Whether a side that begins at a corner and goes that way has the shape on its right, and not on its left. */
  const isSide = (x: number, y: number, way: number): boolean => {
    const [right, left] = [
      [filled(x, y), filled(x, y - 1)],
      [filled(x - 1, y), filled(x, y)],
      [filled(x - 1, y - 1), filled(x - 1, y)],
      [filled(x, y - 1), filled(x - 1, y - 1)],
    ][way] ?? [false, false];
    return right === true && left === false;
  };
  const walked = new Uint8Array((columns + 1) * (rows + 1) * 4);
  const rings: Corner[][] = [];
  for (let y = 0; y <= rows; y++) {
    for (let x = 0; x <= columns; x++) {
      if (!isSide(x, y, 0) || walked[4 * (y * (columns + 1) + x)] === 1) continue;
      rings.push(walk(x, y));
    }
  }
  return rings;

  function walk(fromX: number, fromY: number): Corner[] {
    const ring: Corner[] = [];
    let [x, y, way] = [fromX, fromY, 0];
    let last = -1;
    for (;;) {
      const mark = 4 * (y * (columns + 1) + x) + way;
      if (walked[mark] === 1) break;
      walked[mark] = 1;
      if (way !== last) ring.push([x + x0, y + y0]);
      last = way;
      const [dx, dy] = steps[way] ?? [0, 0];
      x += dx;
      y += dy;
      // to the left where that goes on, so that cells which touch at a corner stay in one ring
      way = [way + 3, way, way + 1].map((one) => one % 4).find((one) => isSide(x, y, one)) ?? way;
    }
    return ring;
  }
}

/** Without corners that lie nearer to the line between others than the tolerance; at least three stay. */
export function simplified(ring: readonly Corner[], tolerance: number): readonly Corner[] {
  if (ring.length <= 4) return ring;
  const far = farthest(ring, 0, ring.length);
  const first = reduced([...ring.slice(0, far + 1)], tolerance);
  const second = reduced([...ring.slice(far), ...ring.slice(0, 1)], tolerance);
  const result = [...first.slice(0, -1), ...second.slice(0, -1)];
  return result.length >= 3 ? result : ring;
}

function farthest(ring: readonly Corner[], from: number, to: number): number {
  const [x, y] = ring[from] ?? [0, 0];
  let best = from;
  let most = -1;
  for (let at = from; at < to; at++) {
    const [a, b] = ring[at] ?? [x, y];
    const away = Math.hypot(a - x, b - y);
    if (away <= most) continue;
    most = away;
    best = at;
  }
  return best;
}

/** A path with fewer corners, by Douglas and Peucker; its ends stay. */
export function reduced<P extends readonly [number, number, ...number[]]>(path: readonly P[], tolerance: number): P[] {
  const keep = new Set([0, path.length - 1]);
  const waiting: [number, number][] = [[0, path.length - 1]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to] = next;
    let [most, best] = [tolerance, -1];
    for (let at = from + 1; at < to; at++) {
      const away = distanceToLine(path[at], path[from], path[to]);
      if (away <= most) continue;
      most = away;
      best = at;
    }
    if (best < 0) continue;
    keep.add(best);
    waiting.push([from, best], [best, to]);
  }
  return path.filter((_, at) => keep.has(at));
}

type Flat = readonly [number, number, ...number[]] | undefined;

function distanceToLine(place: Flat, from: Flat, to: Flat): number {
  const [x = 0, y = 0] = place ?? [];
  const [ax = 0, ay = 0] = from ?? [];
  const [bx = 0, by = 0] = to ?? [];
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
