import type { SnapshotHeader } from '../../snapshot/types.ts';

/** Earth-centred coordinates on WGS 84, independent of the code under test. */
export function ecef(longitude: number, latitude: number, height: number): [number, number, number] {
  const [a, e2] = [6378137, 0.00669437999014];
  const [l, p] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  const n = a / Math.sqrt(1 - e2 * Math.sin(p) ** 2);
  const across = (n + height) * Math.cos(p);
  return [across * Math.cos(l), across * Math.sin(l), (n * (1 - e2) + height) * Math.sin(p)];
}

/** Where a point of a model is on earth. */
export const placed = ({ ecefTransform: m }: SnapshotHeader, [x, y, z]: readonly [number, number, number]): number[] =>
  [0, 4, 8].map((row) => (m?.[row] ?? 0) * x + (m?.[row + 1] ?? 0) * y + (m?.[row + 2] ?? 0) * z + (m?.[row + 3] ?? 0));

/** Metres between two points. */
export const apart = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, n) => value - (b[n] ?? 0)));
