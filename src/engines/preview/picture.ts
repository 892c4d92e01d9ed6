import { cross, unit, type Vector } from '../matrix.ts';
import {
  brightnessOf,
  type Canvas,
  fillTriangle,
  fromSouthWest,
  newCanvas,
  onScreen,
  pngOf,
  shaded,
} from '../render/canvas.ts';
import type { Surface } from './surfaces.ts';

const pixels = 512;
/** A canvas is twice as large as its picture. */
const size = 2 * pixels;
const filling = 0.9;

const towards = fromSouthWest;
const right: Vector = unit(cross(towards, [0, 0, 1])) ?? [1, 0, 0];
const up: Vector = cross(right, towards);

/** Draws surfaces into a PNG with transparent ground; the box fills most of it. The same gives the same bytes. */
export async function drawPicture(surfaces: Iterable<Surface>, low: Vector, high: Vector): Promise<Buffer> {
  const canvas = newCanvas(pixels, pixels);
  const camera = cameraOf(low, high);
  for (const surface of surfaces) drawSurface(canvas, surface, camera);
  return pngOf(canvas);
}

interface Camera {
  readonly center: Vector;
  /** Pixels a metre. */
  readonly scale: number;
}

function cameraOf(low: Vector, high: Vector): Camera {
  const center: Vector = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  const half: Vector = [(high[0] - low[0]) / 2, (high[1] - low[1]) / 2, (high[2] - low[2]) / 2];
  const reach = (axis: Vector) =>
    Math.abs(axis[0]) * half[0] + Math.abs(axis[1]) * half[1] + Math.abs(axis[2]) * half[2];
  return { center, scale: (filling * size) / 2 / Math.max(reach(right), reach(up), 1e-9) };
}

/** Of each point its place on the canvas, and how far away it is: three numbers. */
function shownBy({ center, scale }: Camera, points: Float64Array): Float64Array {
  const shown = new Float64Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    const x = (points[at] ?? 0) - center[0];
    const y = (points[at + 1] ?? 0) - center[1];
    const z = (points[at + 2] ?? 0) - center[2];
    shown[at] = size / 2 + scale * (x * right[0] + y * right[1] + z * right[2]);
    shown[at + 1] = size / 2 - scale * (x * up[0] + y * up[1] + z * up[2]);
    shown[at + 2] = x * towards[0] + y * towards[1] + z * towards[2];
  }
  return shown;
}

function drawSurface(canvas: Canvas, { points, triangles, color }: Surface, camera: Camera): void {
  const shown = shownBy(camera, points);
  const bare = onScreen(color);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * (triangles[at] ?? 0), 3 * (triangles[at + 1] ?? 0), 3 * (triangles[at + 2] ?? 0)];
    const bright = brightnessOf(points, a, b, c);
    if (bright > 0) fillTriangle(canvas, shown, a, b, c, shaded(bare, bright));
  }
}
