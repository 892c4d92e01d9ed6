import type { Triangles } from '../shapes.ts';

export interface Welded {
  /** The place of each vertex: equal numbers for vertices at one place. */
  readonly places: Uint32Array;
  readonly points: Float64Array;
  /** How far two vertices of one place may be apart. */
  readonly tolerance: number;
}

const stride = 6;

/** Tells which vertices are at one place: the library gives every face vertices of its own. */
export function weld({ vertices }: Triangles): Welded {
  const count = vertices.length / stride;
  const tolerance = toleranceOf(vertices);
  const size = 2 ** Math.ceil(Math.log2(2 * count + 2));
  const table = new Int32Array(size).fill(-1);
  const places = new Uint32Array(count);
  const points = new Float64Array(3 * count);
  const cells = new Int32Array(3 * count);
  let found = 0;
  for (let n = 0; n < count; n++) {
    const [x = 0, y = 0, z = 0] = [vertices[stride * n], vertices[stride * n + 1], vertices[stride * n + 2]];
    const cx = Math.round(x / tolerance);
    const cy = Math.round(y / tolerance);
    const cz = Math.round(z / tolerance);
    let slot = hash(cx, cy, cz) & (size - 1);
    for (;;) {
      const place = table[slot] ?? -1;
      if (place === -1) {
        table[slot] = found;
        points.set([x, y, z], 3 * found);
        cells.set([cx, cy, cz], 3 * found);
        places[n] = found++;
        break;
      }
      if (cells[3 * place] === (cx | 0) && cells[3 * place + 1] === (cy | 0) && cells[3 * place + 2] === (cz | 0)) {
        places[n] = place;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return { places, points: points.subarray(0, 3 * found), tolerance };
}

const hash = (x: number, y: number, z: number): number =>
  (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)) >>> 0;

/** A millionth of the size; not less than single precision can tell apart at that distance from the origin. */
function toleranceOf(vertices: Float32Array): number {
  let [low, high] = [Infinity, -Infinity];
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < vertices.length; at += stride) {
      const value = vertices[at] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    size = Math.max(size, high - low, Math.max(Math.abs(low), Math.abs(high)) / 4);
  }
  return size * 1e-6 || 1;
}
