import { type BinaryBitmap, eachStretch } from '../bitmap/bitmap.ts';

const most = (3 * Math.PI) / 180;
const mostPoints = 150_000;
const least = (0.04 * Math.PI) / 180;

/** By how much a sheet leans, in radians, clockwise; 0 for less than can be seen, or no lines to tell by. */
export function skewOf(ink: BinaryBitmap): number {
  const { width, height } = ink;
  const points = somePoints(ink);
  const rows = new Float64Array(height + 2 * Math.ceil(width * Math.tan(most)) + 2);
  const sharpness = (angle: number): number => {
    rows.fill(0);
    const slope = Math.tan(angle);
    const shift = Math.ceil(width * Math.tan(most));
    for (let at = 0; at < points.length; at += 2) {
      const y = Math.round((points[at + 1] ?? 0) - slope * (points[at] ?? 0)) + shift;
      rows[y] = (rows[y] ?? 0) + 1;
    }
    return rows.reduce((sum, value) => sum + value * value, 0);
  };
  let best = 0;
  let [sharpest, step] = [sharpness(0), most / 20];
  const at = (center: number, reach: number) => {
    for (let n = -reach; n <= reach; n++) {
      const angle = center + n * step;
      const value = Math.abs(angle) <= most ? sharpness(angle) : 0;
      if (value > sharpest * 1.0001) [sharpest, best] = [value, angle];
    }
  };
  at(0, 20);
  for (let round = 0; round < 4; round++) {
    step /= 3;
    at(best, 3);
  }
  return Math.abs(best) < least ? 0 : best;
}

/** Every so many of the inked cells: x and y in turn. */
function somePoints(ink: BinaryBitmap): number[] {
  const stretches: { readonly y: number; readonly from: number; readonly end: number }[] = [];
  for (let y = 0; y < ink.height; y++) eachStretch(ink, y, 'ink', (from, end) => void stretches.push({ y, from, end }));
  const count = stretches.reduce((sum, { from, end }) => sum + end - from, 0);
  const every = Math.max(1, Math.ceil(count / mostPoints));
  const points: number[] = [];
  let skip = 0;
  for (const { y, from, end } of stretches) {
    let x = from + skip;
    for (; x < end; x += every) points.push(x, y);
    skip = x - end;
  }
  return points;
}
