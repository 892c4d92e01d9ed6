import type { Camera } from '../geometry/camera.ts';

/*
 * Two ways to tell of a fisheye lens, by the angle from the axis: a focal matrix in pixels for a quarter of a turn with
 * powers P0 to P4 of the share of that angle, or a focal length for a radian with K1 to K3 as of other lenses.
 */
const perRadian = 2 / Math.PI;

/** The matrix M_00, M_01, M_10, M_11, and P0 to P4. */
export interface FisheyePowers {
  readonly matrix: readonly [number, number, number, number];
  readonly powers: readonly [number, number, number, number, number];
}

export type FisheyeShape = Pick<Camera, 'focal' | 'aspect' | 'skew'> & { readonly fisheye: readonly number[] };

/** Undefined for what is no lens: a focal length that is none, an axis that is not in the middle. */
export function fisheyeByPowers({ matrix: [a, b, c, d], powers }: FisheyePowers): FisheyeShape | undefined {
  const [p0, p1, ...more] = powers;
  const focal = a * p1 * perRadian;
  if (!(focal > 0 && d > 0) || p0 !== 0 || c !== 0) return undefined;
  const fisheye = more.map((power, n) => (power / p1) * perRadian ** (n + 1));
  return { focal, aspect: d / a, skew: b * p1 * perRadian, fisheye };
}

/** Powers of the angle from the second on, of K1 to K3. */
export const fisheyeByRadial = ([k1, k2, k3]: Camera['radial']): readonly number[] => [0, k1, 0, k2, 0, k3];

/** K1 to K3 where they say all of the lens; else the matrix and powers. */
export function tellingOf(
  { focal, aspect, skew }: Camera,
  fisheye: readonly number[],
): Camera['radial'] | FisheyePowers {
  const at = (n: number) => fisheye[n] ?? 0;
  if (at(0) === 0 && at(2) === 0 && at(4) === 0) return [at(1), at(3), at(5)];
  const quarter = focal / perRadian;
  return {
    matrix: [quarter, skew / perRadian, 0, quarter * aspect],
    powers: [0, 1, at(0) / perRadian, at(1) / perRadian ** 2, at(2) / perRadian ** 3],
  };
}
