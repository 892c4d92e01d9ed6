/** A point of a cross-section. */
export type Point2 = readonly [x: number, y: number];
export type Ring = readonly Point2[];

/** A cross-section: areas with the ring around them first, against the clock, then those of holes; or an open line. */
export interface Profile {
  readonly rings: readonly Ring[];
  readonly closed: boolean;
}

/** Twice the area; positive against the clock. */
export const areaOf = (ring: Ring): number =>
  ring.reduce((sum, [x, y], n) => {
    const [nx, ny] = ring[(n + 1) % ring.length] ?? [0, 0];
    return sum + x * ny - nx * y;
  }, 0);

/** A profile of rings that may run either way round. */
export const profileOf = ([outer, ...holes]: readonly Ring[]): Profile => ({
  rings: [outer ?? [], ...holes].map((ring, n) => (areaOf(ring) > 0 === (n === 0) ? ring : ring.toReversed())),
  closed: true,
});

/** A corner, with the radius by which it is rounded. */
export type Corner = readonly [x: number, y: number, radius?: number];

const stepsOfTurn = 32;

/** The ring of corners that may be rounded, inwards or outwards. */
export const rounded = (corners: readonly Corner[]): Ring =>
  corners.flatMap(([x, y, radius = 0], n): Point2[] => {
    const [px, py] = corners[(n + corners.length - 1) % corners.length] ?? [0, 0];
    const [qx, qy] = corners[(n + 1) % corners.length] ?? [0, 0];
    const [before, after] = [Math.hypot(px - x, py - y), Math.hypot(qx - x, qy - y)];
    if (!(radius > 0) || before === 0 || after === 0) return [[x, y]];
    const [ux, uy, vx, vy] = [(px - x) / before, (py - y) / before, (qx - x) / after, (qy - y) / after];
    const half = Math.acos(Math.min(1, Math.max(-1, ux * vx + uy * vy))) / 2;
    const cut = radius / Math.tan(half);
    if (!(half > 1e-3 && half < Math.PI / 2 - 1e-3 && cut < before && cut < after)) return [[x, y]];
    const [bx, by] = [ux + vx, uy + vy];
    const out = radius / Math.sin(half) / Math.hypot(bx, by);
    const [cx, cy] = [x + bx * out, y + by * out];
    const from = Math.atan2(y + uy * cut - cy, x + ux * cut - cx);
    const to = Math.atan2(y + vy * cut - cy, x + vx * cut - cx);
    const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from));
    return arc(cx, cy, radius, radius, from, turn, true);
  });

/** A whole ellipse. `fuller`: so that its polygon has its area. */
export function ellipse(a: number, b: number): Ring {
  const fuller = Math.sqrt((2 * Math.PI) / (stepsOfTurn * Math.sin((2 * Math.PI) / stepsOfTurn)));
  return arc(0, 0, a * fuller, b * fuller, 0, 2 * Math.PI, false);
}

function arc(x: number, y: number, a: number, b: number, from: number, turn: number, whole: boolean): Point2[] {
  const steps = Math.max(2, Math.ceil((Math.abs(turn) / (2 * Math.PI)) * stepsOfTurn));
  return Array.from({ length: steps + (whole ? 1 : 0) }, (_, n): Point2 => {
    const angle = from + (turn * n) / steps;
    return [x + a * Math.cos(angle), y + b * Math.sin(angle)];
  });
}

export const box = (width: number, height: number, radius = 0): Ring =>
  rounded([
    [-width / 2, -height / 2, radius],
    [width / 2, -height / 2, radius],
    [width / 2, height / 2, radius],
    [-width / 2, height / 2, radius],
  ]);
