export type Point = readonly [x: number, y: number];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** (x, y) → (a·x + c·y + e, b·x + d·y + f). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const unmoved: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export const combined = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
];

export const moved = (by: Matrix, point: Point): Point => {
  const x = point[0];
  const y = point[1];
  return [by[0] * x + by[2] * y + by[4], by[1] * x + by[3] * y + by[5]];
};

/** What a length becomes, on average over all directions. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));

export const inverse = ([a, b, c, d, e, f]: Matrix): Matrix => {
  const det = a * d - b * c || 1;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
};

/** Without `Math.hypot`, which takes ten times as long to be right for lengths that no drawing has. */
const hypotenuse = (dx: number, dy: number): number => Math.sqrt(dx * dx + dy * dy);

export const distance = (a: Point, b: Point): number => hypotenuse(a[0] - b[0], a[1] - b[1]);

export const between = (a: Point, b: Point, t: number): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];

export const noBox: Box = {
  left: Number.POSITIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
};

export const boxOf = (points: Iterable<Point>): Box => {
  let { left, top, right, bottom } = noBox;
  for (const point of points) {
    const x = point[0];
    const y = point[1];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { left, top, right, bottom };
};

export const widthOf = (box: Box): number => box.right - box.left;
export const heightOf = (box: Box): number => box.bottom - box.top;
export const largerSide = (box: Box): number => Math.max(widthOf(box), heightOf(box));
export const centerOf = (box: Box): Point => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];

export const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by,
  right: box.right + by,
  bottom: box.bottom + by,
});

export const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

export const holds = (box: Box, place: Point): boolean =>
  place[0] >= box.left && place[0] <= box.right && place[1] >= box.top && place[1] <= box.bottom;

export const meet = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;

/** 0 where they meet. */
export const boxDistance = (a: Box, b: Box): number =>
  hypotenuse(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));

/** Where on the segment a–b the point nearest to `p` is, 0 at a to 1 at b. */
export function placeOn(a: Point, b: Point, p: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length2 = dx * dx + dy * dy;
  if (length2 === 0) return 0;
  return Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length2));
}

export const toSegment = (a: Point, b: Point, p: Point): number => distance(p, between(a, b, placeOn(a, b, p)));

/** The convex hull, clockwise on a screen; y points down. */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (from: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of from) {
      for (;;) {
        const a = chain.at(-2);
        const b = chain.at(-1);
        if (a === undefined || b === undefined || turn(a, b, p) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The stretch of the segment a–b inside a convex hull that is grown by `by`; undefined where it passes by. */
export function insideHull(hull: readonly Point[], by: number, a: Point, b: Point): [number, number] | undefined {
  let from = 0;
  let to = 1;
  for (let at = 0; at < hull.length; at++) {
    const p = hull[at];
    const q = hull[at + 1] ?? hull[0];
    if (p === undefined || q === undefined) continue;
    const dx = q[0] - p[0];
    const dy = q[1] - p[1];
    const length = hypotenuse(dx, dy);
    if (length === 0) continue;
    const sa = ((a[1] - p[1]) * dx - (a[0] - p[0]) * dy) / length + by;
    const sb = ((b[1] - p[1]) * dx - (b[0] - p[0]) * dy) / length + by;
    if (sa < 0 && sb < 0) return undefined;
    if (sa < 0) from = Math.max(from, sa / (sa - sb));
    else if (sb < 0) to = Math.min(to, sa / (sa - sb));
  }
  return from < to ? [from, to] : undefined;
}
