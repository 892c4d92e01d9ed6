/** A closed line on a plane: x, y of each corner. */
export type Loop = readonly (readonly [x: number, y: number])[];

/** A surface on a plane: what is inside of a loop, without what is inside of the holes. */
export interface Surface {
  readonly outer: Loop;
  readonly holes: readonly Loop[];
}

/** Ends that are nearer than this are one, metres. */
const near = 1e-4;
/** Smaller loops are noise, square metres. */
const leastArea = 1e-7;

/** Puts segments (x1, y1, x2, y2) together; what does not close is left out, as nobody knows what is inside of it. */
export function loopsOf(ends: readonly number[]): Loop[] {
  const left = segmentsOf(cornersOf(ends));
  const loops: Loop[] = [];
  for (let segment = 0; segment < ends.length / 4; segment++) {
    if (!left.take(segment)) continue;
    const [first, second] = left.cornersOf(segment);
    const loop = [placeOf(ends, 2 * segment)];
    for (let corner = second; corner !== first; ) {
      const next = left.takeAt(corner);
      if (next === undefined) break;
      const [from, to] = left.cornersOf(next);
      loop.push(placeOf(ends, 2 * next + (from === corner ? 0 : 1)));
      corner = from === corner ? to : from;
      if (corner === first && Math.abs(areaOf(loop)) > leastArea) loops.push(loop);
    }
  }
  return loops;
}

/** The segments that are in no loop yet, by their corners. */
function segmentsOf(corners: readonly number[]) {
  const at = new Map<number, Set<number>>();
  const cornersOf = (segment: number) => [corners[2 * segment] ?? -1, corners[2 * segment + 1] ?? -1] as const;
  for (const [end, corner] of corners.entries()) at.set(corner, (at.get(corner) ?? new Set()).add(end >> 1));
  const take = (segment: number): boolean => {
    const [one, other] = cornersOf(segment);
    at.get(other)?.delete(segment);
    return (at.get(one)?.delete(segment) ?? false) && one !== other;
  };
  return {
    cornersOf,
    take,
    takeAt(corner: number): number | undefined {
      for (const segment of at.get(corner) ?? []) if (take(segment)) return segment;
      return undefined;
    },
  };
}

const placeOf = (ends: readonly number[], end: number) => [ends[2 * end] ?? 0, ends[2 * end + 1] ?? 0] as const;

/** The number of the corner at each end: ends that are near have the same. */
function cornersOf(ends: readonly number[]): number[] {
  const cells = new Map<string, number>();
  return Array.from({ length: ends.length / 2 }, (_, end) => {
    const [x, y] = placeOf(ends, end).map((value) => Math.round(value / near));
    for (const [dx, dy] of neighbours) {
      const known = cells.get(`${(x ?? 0) + dx} ${(y ?? 0) + dy}`);
      if (known !== undefined) return known;
    }
    cells.set(`${x} ${y}`, end);
    return end;
  });
}

const steps = [0, -1, 1] as const;
const neighbours = steps.flatMap((dx) => steps.map((dy) => [dx, dy] as const));

/** Positive against the clock. */
export function areaOf(loop: Loop): number {
  let twice = 0;
  for (const [n, [x, y]] of loop.entries()) {
    const [nextX, nextY] = loop[(n + 1) % loop.length] ?? [x, y];
    twice += x * nextY - nextX * y;
  }
  return twice / 2;
}

/** Which loops are holes of which: one that runs against the loop around it. Bodies that lie in others stay their own. */
export function surfacesOf(loops: readonly Loop[]): Surface[] {
  const surfaces: { readonly outer: Loop; readonly area: number; readonly holes: Loop[] }[] = [];
  const sized = loops.map((loop) => ({ loop, area: areaOf(loop) }));
  for (const { loop, area } of sized.sort((a, b) => Math.abs(b.area) - Math.abs(a.area))) {
    const around = surfaces.findLast(({ outer }) => isInside(loop, outer));
    if (around && around.area * area < 0) around.holes.push(loop);
    else surfaces.push({ outer: loop, area, holes: [] });
  }
  return surfaces;
}

function isInside([first]: Loop, outer: Loop): boolean {
  const [x, y] = first ?? [0, 0];
  let inside = false;
  for (const [n, [ax, ay]] of outer.entries()) {
    const [bx, by] = outer[(n + 1) % outer.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}
