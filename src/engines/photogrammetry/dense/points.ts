import type { Vector } from '../../matrix.ts';
import { placeOf } from './coarse.ts';
import { depthAt, type Mapped, tolerance } from './consistency.ts';
import { transfer } from './view.ts';

/** Points of a depth map, three numbers each, beside an origin; and their colours, three bytes each. */
export interface Points {
  readonly places: Float32Array;
  readonly colors: Uint8Array;
}

/** The points that no map of `before` has already. `rgb`: the picture of the view. */
export function newPoints(own: Mapped, before: readonly Mapped[], rgb: Uint8Array, origin: Vector): Points {
  const kept = Float32Array.from(own.depths);
  for (const other of before) forget(kept, own, other);
  const count = kept.reduce((sum, depth) => sum + (depth > 0 ? 1 : 0), 0);
  const places = new Float32Array(3 * count);
  const colors = new Uint8Array(3 * count);
  const { width } = own.view;
  let at = 0;
  for (let n = 0; n < kept.length; n++) {
    const depth = kept[n] ?? 0;
    if (depth === 0) continue;
    const place = placeOf(own.view, n % width, Math.floor(n / width), depth);
    for (const axis of [0, 1, 2] as const) {
      places[at] = place[axis] - origin[axis];
      colors[at++] = rgb[3 * n + axis] ?? 0;
    }
  }
  return { places, colors };
}

function forget(kept: Float32Array, own: Mapped, other: Mapped): void {
  const { m, t } = transfer(own.view, other.view);
  const { width } = own.view;
  for (let at = 0; at < kept.length; at++) {
    const depth = kept[at] ?? 0;
    if (depth === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const row = (n: number) =>
      (m[3 * n] ?? 0) * x + (m[3 * n + 1] ?? 0) * y + (m[3 * n + 2] ?? 0) + (t[n] ?? 0) / depth;
    const c = row(2);
    if (c <= 1e-9) continue;
    const found = depthAt(other, row(0) / c, row(1) / c, tolerance);
    if (found > 0 && Math.abs(found / (c * depth) - 1) <= tolerance) kept[at] = 0;
  }
}
