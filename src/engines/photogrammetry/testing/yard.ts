import type { Vector } from '../../matrix.ts';

/* The yard of the sample photos, as its generator made it: metres beside the origin, Z up. */
export const yardOrigin: Vector = [451_300, 5_411_200, 313];

type Box = readonly [number, number, number, number, number, number];
const boxes: readonly Box[] = [
  [-5, 1, 0, -1, 5, 2.4],
  [-1, 1.6, 0, 0.2, 4.4, 1.6],
  [0.2, 2.2, 0, 1.4, 3.8, 0.8],
  [4.5, -2.5, 0, 7.5, 0.5, 1.5],
  [2.2, -6.2, 0, 3.4, -5, 1.2],
];

/** How far a place is from the nearest surface. */
export const distanceToYard = ([x, y, z]: Vector): number =>
  Math.abs(Math.min(z, ...boxes.map((box) => toBox(x, y, z, box)), toTank(x, y, z), toHeap(x, y, z), toRamp(x, y, z)));

const outside = (x: number, y: number, z: number): number => {
  const out = Math.hypot(Math.max(x, 0), Math.max(y, 0), Math.max(z, 0));
  return out > 0 ? out : Math.max(x, y, z);
};

const toBox = (x: number, y: number, z: number, [a, b, c, d, e, f]: Box): number =>
  outside(Math.max(a - x, x - d), Math.max(b - y, y - e), Math.max(c - z, z - f));

/** A lying cylinder. */
const toTank = (x: number, y: number, z: number): number =>
  outside(Math.max(-7.5 - x, x + 3.5), Math.hypot(y + 4.6, z - 0.9) - 0.9, -Infinity);

/** A cone without its tip. */
function toHeap(x: number, y: number, z: number): number {
  const side = ((Math.hypot(x - 6.3, y - 4) - 1.9) * 1.7 + z * 1.75) / Math.hypot(1.75, 1.7);
  return Math.max(side, z - 1.7);
}

/** A standing prism. */
function toRamp(x: number, y: number, z: number): number {
  const [u, v] = [x + 9, 1.6 - y];
  return Math.max(-v, u - 3, (3 * v - 1.2 * u) / Math.hypot(3, 1.2), z - 1.6);
}

/** The height of what is flat all around; undefined near edges, on the tank, the heap and the ramp. */
export function topOfYard(x: number, y: number, around: number): number | undefined {
  const nearHeap = Math.hypot(x - 6.3, y - 4) < 2.4;
  const nearRamp = x > -9.3 && x < -5.7 && y > 0.1 && y < 1.9;
  const nearTank = x > -7.8 && x < -3.2 && Math.abs(y + 4.6) < 1.2;
  if (nearHeap || nearRamp || nearTank) return undefined;
  const [height, ...others] = [-around, around].flatMap((dx) => [-around, around].map((dy) => boxTop(x + dx, y + dy)));
  return others.every((other) => other === height) ? height : undefined;
}

const boxTop = (x: number, y: number): number =>
  boxes.reduce((top, [a, b, , d, e, f]) => (x > a && x < d && y > b && y < e ? Math.max(top, f) : top), 0);
