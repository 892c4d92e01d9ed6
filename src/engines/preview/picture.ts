import sharp from 'sharp';
import { cross, unit, type Vector } from '../matrix.ts';
import type { Surface } from './surfaces.ts';

const pixels = 512;
/** Drawn twice as large and reduced, so that edges are smooth. */
const size = 2 * pixels;
const filling = 0.9;

/** From the south-west, 30 degrees above. */
const towards: Vector = [
  Math.cos(Math.PI / 6) / Math.SQRT2,
  Math.cos(Math.PI / 6) / Math.SQRT2,
  -Math.sin(Math.PI / 6),
];
const right: Vector = unit(cross(towards, [0, 0, 1])) ?? [1, 0, 0];
const up: Vector = cross(right, towards);
/** From above the left shoulder. */
const light: Vector = unit([0.2, -0.55, 1]) ?? [0, 0, 1];

interface Canvas {
  readonly depth: Float64Array;
  /** Red, green and blue in the low bytes; 0 where nothing is drawn. */
  readonly colors: Uint32Array;
}

/** Draws surfaces into a PNG with transparent ground; the box fills most of it. The same gives the same bytes. */
export async function drawPicture(surfaces: Iterable<Surface>, low: Vector, high: Vector): Promise<Buffer> {
  const canvas = {
    depth: new Float64Array(size * size).fill(Number.POSITIVE_INFINITY),
    colors: new Uint32Array(size * size),
  };
  const camera = cameraOf(low, high);
  for (const surface of surfaces) drawSurface(canvas, surface, camera);
  const raw = { width: pixels, height: pixels, channels: 4 } as const;
  return sharp(reduced(canvas.colors), { raw }).png({ compressionLevel: 9 }).toBuffer();
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

/* Files have a million triangles: what is done for each makes no objects. */

function drawSurface(canvas: Canvas, { points, triangles, color }: Surface, camera: Camera): void {
  const shown = shownBy(camera, points);
  const bare = onScreen(color);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * (triangles[at] ?? 0), 3 * (triangles[at + 1] ?? 0), 3 * (triangles[at + 2] ?? 0)];
    const bright = brightnessOf(points, a, b, c);
    if (bright > 0) fillTriangle(canvas, shown, a, b, c, shaded(bare, bright));
  }
}

/** From 0.35 to 1; 0 of what has no area. */
function brightnessOf(points: Float64Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [coordinate(points, b, a, 0), coordinate(points, b, a, 1), coordinate(points, b, a, 2)];
  const [vx, vy, vz] = [coordinate(points, c, a, 0), coordinate(points, c, a, 1), coordinate(points, c, a, 2)];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return 0;
  return 0.35 + (0.65 * Math.abs(x * light[0] + y * light[1] + z * light[2])) / length;
}

/** Along one axis from a point to another. */
const coordinate = (points: Float64Array, to: number, from: number, axis: number): number =>
  (points[to + axis] ?? 0) - (points[from + axis] ?? 0);

const gamma = 1 / 2.2;
/** Brightness as screens want it, by steps finer than a byte can tell: a power for each triangle would take long. */
const brightSteps = 1024;
const brightOnScreen = Float64Array.from({ length: brightSteps + 1 }, (_, step) => (step / brightSteps) ** gamma);

/** A linear colour as screens want it, 0 to 1 and more. */
const onScreen = (color: readonly number[]): Float64Array =>
  Float64Array.from([0, 1, 2], (channel) => Math.max(0, color[channel] ?? 0) ** gamma);

/** A colour in some light, as four bytes. */
function shaded(bare: Float64Array, bright: number): number {
  const by = 255 * (brightOnScreen[Math.round(bright * brightSteps)] ?? 0);
  const red = Math.min(255, Math.round(by * (bare[0] ?? 0)));
  const green = Math.min(255, Math.round(by * (bare[1] ?? 0)));
  const blue = Math.min(255, Math.round(by * (bare[2] ?? 0)));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

function fillTriangle(
  { depth, colors }: Canvas,
  shown: Float64Array,
  a: number,
  b: number,
  c: number,
  color: number,
): void {
  const [ax, ay, az] = [shown[a] ?? 0, shown[a + 1] ?? 0, shown[a + 2] ?? 0];
  const [bx, by, bz] = [shown[b] ?? 0, shown[b + 1] ?? 0, shown[b + 2] ?? 0];
  const [cx, cy, cz] = [shown[c] ?? 0, shown[c + 1] ?? 0, shown[c + 2] ?? 0];
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (area === 0) return;
  const [firstX, lastX] = [from(Math.min(ax, bx, cx)), to(Math.max(ax, bx, cx))];
  const [firstY, lastY] = [from(Math.min(ay, by, cy)), to(Math.max(ay, by, cy))];
  for (let y = firstY; y <= lastY; y++) {
    for (let x = firstX; x <= lastX; x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area;
      const v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area;
      const w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      const at = y * size + x;
      const away = u * az + v * bz + w * cz;
      if (away >= (depth[at] ?? 0)) continue;
      depth[at] = away;
      colors[at] = color;
    }
  }
}

const from = (least: number): number => Math.max(0, Math.floor(least));
const to = (most: number): number => Math.min(size - 1, Math.ceil(most));

/** Four pixels become one; colours count as much as there is of them. */
function reduced(colors: Uint32Array): Buffer {
  const small = Buffer.alloc(4 * pixels * pixels);
  for (let at = 0; at < pixels * pixels; at++) {
    const first = 2 * Math.floor(at / pixels) * size + 2 * (at % pixels);
    let [drawn, red, green, blue] = [0, 0, 0, 0];
    for (const place of [first, first + 1, first + size, first + size + 1]) {
      const color = colors[place] ?? 0;
      if (color === 0) continue;
      drawn++;
      red += color & 255;
      green += (color >> 8) & 255;
      blue += (color >> 16) & 255;
    }
    if (drawn === 0) continue;
    small[4 * at] = Math.round(red / drawn);
    small[4 * at + 1] = Math.round(green / drawn);
    small[4 * at + 2] = Math.round(blue / drawn);
    small[4 * at + 3] = Math.round((255 * drawn) / 4);
  }
  return small;
}
