import type { Camera } from '../../geometry/camera.ts';
import { pixelOf, seenFrom } from '../../geometry/camera.ts';
import { type Picture, sample } from '../dense/picture.ts';
import type { View } from '../dense/view.ts';
import type { Drawn } from '../mesh/draw.ts';
import type { Grid } from './geotiff.ts';
import { noHeight } from './highest-surface.ts';

/** A view with what it sees of the mesh. */
export interface Watcher {
  readonly view: View;
  readonly seen: Drawn;
}

const none = 0xffff;
/** Pixels of the view that its pictures must reach beyond. */
const border = 2;

/** For each cell the view (its place in the list) that sees it from nearest above; `none` where nobody does. */
export function watchersOf(
  heights: Float32Array,
  grid: Grid,
  watchers: readonly Watcher[],
  slack: number,
): Uint16Array {
  const chosen = new Uint16Array(heights.length).fill(none);
  const best = new Float32Array(heights.length).fill(Infinity);
  for (const [n, watcher] of watchers.entries()) choose(heights, grid, watcher, n, slack, chosen, best);
  return chosen;
}

function choose(
  heights: Float32Array,
  grid: Grid,
  watcher: Watcher,
  number: number,
  slack: number,
  chosen: Uint16Array,
  best: Float32Array,
): void {
  const { centre } = watcher.view.pose;
  for (let row = 0, at = 0; row < grid.height; row++) {
    const dy = grid.north - (row + 0.5) * grid.cell - centre[1];
    for (let column = 0; column < grid.width; column++, at++) {
      const height = heights[at] ?? noHeight;
      const dx = grid.west + (column + 0.5) * grid.cell - centre[0];
      const dz = height - centre[2];
      const slope = (dx * dx + dy * dy) / (dz * dz);
      if (height === noHeight || dz >= 0 || slope >= (best[at] ?? 0)) continue;
      if (!sees(watcher, dx, dy, dz, slack)) continue;
      best[at] = slope;
      chosen[at] = number;
    }
  }
}

/** Whether a place so far from the camera is in its picture, and nothing is before it. */
function sees({ view, seen }: Watcher, dx: number, dy: number, dz: number, slack: number): boolean {
  const [rx, ry, rz] = view.pose.rotation;
  const c = rz[0] * dx + rz[1] * dy + rz[2] * dz;
  if (c <= 0) return false;
  const u = (view.focal * (rx[0] * dx + rx[1] * dy + rx[2] * dz)) / c + view.principal[0];
  const v = (view.focal * (ry[0] * dx + ry[1] * dy + ry[2] * dz)) / c + view.principal[1];
  if (!(u >= border && v >= border && u < view.width - border && v < view.height - border)) return false;
  return c <= (seen.far[Math.floor(v) * view.width + Math.floor(u)] ?? 0) + slack;
}

/** Colours the cells of one view from its photo. */
export function colorCells(
  heights: Float32Array,
  grid: Grid,
  chosen: Uint16Array,
  number: number,
  view: View,
  camera: Camera,
  picture: Picture,
  colors: Uint8Array,
): void {
  for (let row = 0, at = 0; row < grid.height; row++) {
    const y = grid.north - (row + 0.5) * grid.cell;
    for (let column = 0; column < grid.width; column++, at++) {
      if (chosen[at] !== number) continue;
      const x = grid.west + (column + 0.5) * grid.cell;
      const [a, b, c] = seenFrom(view.pose, [x, y, heights[at] ?? 0]);
      const [u, v] = pixelOf(camera, a / c, b / c);
      sample(picture, u - 0.5, v - 0.5, colors, 3 * at);
    }
  }
}
