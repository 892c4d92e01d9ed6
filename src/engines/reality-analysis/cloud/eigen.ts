/** Eigenvalues of a symmetric matrix, the largest first, and the third axis of the vector of the smallest. */
export interface Principal {
  readonly values: readonly [number, number, number];
  /** Of the unit vector along the smallest. */
  readonly normalZ: number;
}

/** `[xx, xy, xz, yy, yz, zz]`; closed form by angles, which costs less than turning the matrix. */
export function principalOf(xx: number, xy: number, xz: number, yy: number, yz: number, zz: number): Principal {
  const mean = (xx + yy + zz) / 3;
  const [a, b, c] = [xx - mean, yy - mean, zz - mean];
  const spread = (a * a + b * b + c * c + 2 * (xy * xy + xz * xz + yz * yz)) / 6;
  if (spread < 1e-24) return { values: [mean, mean, mean], normalZ: 1 };
  const root = Math.sqrt(spread);
  const determinant = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
  const angle = Math.acos(Math.max(-1, Math.min(1, determinant / (2 * spread * root)))) / 3;
  const largest = mean + 2 * root * Math.cos(angle);
  const smallest = mean + 2 * root * Math.cos(angle + (2 * Math.PI) / 3);
  const values = [largest, 3 * mean - largest - smallest, smallest] as const;
  return { values, normalZ: normalZ(xx - smallest, xy, xz, yy - smallest, yz, zz - smallest) };
}

/** The kernel of a singular symmetric matrix is across two of its rows: those whose cross product is longest. */
function normalZ(xx: number, xy: number, xz: number, yy: number, yz: number, zz: number): number {
  let longest = 0;
  let z = 1;
  const cross = (a: number, b: number, c: number, d: number, e: number, f: number) => {
    const [u, v, w] = [b * f - c * e, c * d - a * f, a * e - b * d];
    const length = Math.hypot(u, v, w);
    if (length <= longest) return;
    longest = length;
    z = Math.abs(w) / length;
  };
  cross(xx, xy, xz, xy, yy, yz);
  cross(xx, xy, xz, xz, yz, zz);
  cross(xy, yy, yz, xz, yz, zz);
  return z;
}
