import type { Box, MeshMeasures } from '../../snapshot/types.ts';

/** One element's triangles as they are read, piece by piece, in the world: metres, Z up, doubles. */
export interface Measuring {
  /** `matrix`: column-major, to Y up in metres; vertices are 6 floats: place and normal. */
  add(vertices: Float32Array, indices: Uint32Array, matrix: readonly number[]): void;
  /** Undefined without triangles. */
  finish(): { readonly box: Box; readonly mesh: MeshMeasures } | undefined;
}

const stride = 6;

export function measuring(): Measuring {
  const pieces: Float64Array[] = [];
  let low = [Infinity, Infinity, Infinity];
  let high = [-Infinity, -Infinity, -Infinity];
  return {
    add(vertices, indices, matrix) {
      if (indices.length === 0) return;
      const corners = inWorld(vertices, indices, matrix);
      pieces.push(corners);
      [low, high] = grown(low, high, corners);
    },
    finish() {
      if (pieces.length === 0) return undefined;
      const box = { low: point(low), high: point(high) };
      return { box, mesh: integrate(pieces, middleOf(box)) };
    },
  };
}

/** Corners of the triangles one after another, 9 numbers a triangle. */
function inWorld(vertices: Float32Array, indices: Uint32Array, m: readonly number[]): Float64Array {
  const [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0, , x0 = 0, y0 = 0, z0 = 0] = m;
  const corners = new Float64Array(3 * indices.length);
  for (let n = 0; n < indices.length; n++) {
    const at = stride * (indices[n] ?? 0);
    const x = vertices[at] ?? 0;
    const y = vertices[at + 1] ?? 0;
    const z = vertices[at + 2] ?? 0;
    corners[3 * n] = a * x + d * y + g * z + x0;
    corners[3 * n + 1] = -(c * x + f * y + i * z + z0);
    corners[3 * n + 2] = b * x + e * y + h * z + y0;
  }
  return corners;
}

function grown(low: number[], high: number[], corners: Float64Array): [number[], number[]] {
  let [lx = 0, ly = 0, lz = 0] = low;
  let [hx = 0, hy = 0, hz = 0] = high;
  for (let n = 0; n < corners.length; n += 3) {
    const x = corners[n] ?? 0;
    const y = corners[n + 1] ?? 0;
    const z = corners[n + 2] ?? 0;
    if (x < lx) lx = x;
    if (x > hx) hx = x;
    if (y < ly) ly = y;
    if (y > hy) hy = y;
    if (z < lz) lz = z;
    if (z > hz) hz = z;
  }
  return [
    [lx, ly, lz],
    [hx, hy, hz],
  ];
}

const point = ([x = 0, y = 0, z = 0]: readonly number[]): [number, number, number] => [x, y, z];

const middleOf = ({ low, high }: Box): [number, number, number] => [
  (low[0] + high[0]) / 2,
  (low[1] + high[1]) / 2,
  (low[2] + high[2]) / 2,
];

/** Area, volume, centroid and second moments, all about the middle of the box, where doubles are most exact. */
function integrate(pieces: readonly Float64Array[], [mx, my, mz]: readonly [number, number, number]): MeshMeasures {
  let triangles = 0;
  let area = 0;
  let volume = 0;
  let [sx, sy, sz] = [0, 0, 0];
  let [xx, yy, zz, xy, yz, zx] = [0, 0, 0, 0, 0, 0];
  for (const c of pieces) {
    triangles += c.length / 9;
    for (let n = 0; n < c.length; n += 9) {
      const ax = (c[n] ?? 0) - mx;
      const ay = (c[n + 1] ?? 0) - my;
      const az = (c[n + 2] ?? 0) - mz;
      const bx = (c[n + 3] ?? 0) - mx;
      const by = (c[n + 4] ?? 0) - my;
      const bz = (c[n + 5] ?? 0) - mz;
      const cx = (c[n + 6] ?? 0) - mx;
      const cy = (c[n + 7] ?? 0) - my;
      const cz = (c[n + 8] ?? 0) - mz;
      const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
      const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
      const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
      const own = Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
      area += own;
      volume += (ax * nx + ay * ny + az * nz) / 6;
      const tx = ax + bx + cx;
      const ty = ay + by + cy;
      const tz = az + bz + cz;
      sx += (own * tx) / 3;
      sy += (own * ty) / 3;
      sz += (own * tz) / 3;
      // of a triangle: area / 12 × (sum of the products at the corners + product of the sums)
      const share = own / 12;
      xx += share * (ax * ax + bx * bx + cx * cx + tx * tx);
      yy += share * (ay * ay + by * by + cy * cy + ty * ty);
      zz += share * (az * az + bz * bz + cz * cz + tz * tz);
      xy += share * (ax * ay + bx * by + cx * cy + tx * ty);
      yz += share * (ay * az + by * bz + cy * cz + ty * tz);
      zx += share * (az * ax + bz * bx + cz * cx + tz * tx);
    }
  }
  const per = area > 0 ? 1 / area : 0;
  return {
    triangles,
    area,
    volume: Math.abs(volume),
    centroid: [mx + sx * per, my + sy * per, mz + sz * per],
    moments: [xx, yy, zz, xy, yz, zx],
  };
}
