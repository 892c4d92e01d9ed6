import sharp from 'sharp';
import { cross, dot, unit, type Vector } from '../matrix.ts';
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
  readonly colors: Uint8Array;
}

/** A point on the canvas, and how far away it is. */
type Shown = readonly [x: number, y: number, away: number];

/** Draws surfaces into a PNG with transparent ground; the box fills most of it. The same gives the same bytes. */
export async function drawPicture(surfaces: Iterable<Surface>, low: Vector, high: Vector): Promise<Buffer> {
  const canvas = {
    depth: new Float64Array(size * size).fill(Number.POSITIVE_INFINITY),
    colors: new Uint8Array(4 * size * size),
  };
  const show = cameraOf(low, high);
  for (const surface of surfaces) drawSurface(canvas, surface, show);
  const raw = { width: pixels, height: pixels, channels: 4 } as const;
  return sharp(reduced(canvas.colors), { raw }).png({ compressionLevel: 9 }).toBuffer();
}

function cameraOf(low: Vector, high: Vector): (point: Vector) => Shown {
  const center: Vector = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  const half: Vector = [(high[0] - low[0]) / 2, (high[1] - low[1]) / 2, (high[2] - low[2]) / 2];
  const reach = (axis: Vector) =>
    Math.abs(axis[0]) * half[0] + Math.abs(axis[1]) * half[1] + Math.abs(axis[2]) * half[2];
  const scale = (filling * size) / 2 / Math.max(reach(right), reach(up), 1e-9);
  return (point) => {
    const from: Vector = [point[0] - center[0], point[1] - center[1], point[2] - center[2]];
    return [size / 2 + scale * dot(from, right), size / 2 - scale * dot(from, up), dot(from, towards)];
  };
}

function drawSurface(canvas: Canvas, { points, triangles, color }: Surface, show: (point: Vector) => Shown): void {
  const pointAt = (at: number): Vector => [points[3 * at] ?? 0, points[3 * at + 1] ?? 0, points[3 * at + 2] ?? 0];
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [pointAt(triangles[at] ?? 0), pointAt(triangles[at + 1] ?? 0), pointAt(triangles[at + 2] ?? 0)];
    const normal = unit(cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]));
    if (normal === undefined) continue;
    const bright = 0.35 + 0.65 * Math.abs(dot(normal, light));
    fillTriangle(canvas, [show(a), show(b), show(c)], shaded(color, bright));
  }
}

/** Linear light as screens want it. */
const shaded = (color: readonly number[], bright: number): readonly [number, number, number] => {
  const of = (value = 0) => Math.round(255 * Math.min(1, Math.max(0, value * bright)) ** (1 / 2.2));
  return [of(color[0]), of(color[1]), of(color[2])];
};

function fillTriangle(
  { depth, colors }: Canvas,
  [a, b, c]: readonly [Shown, Shown, Shown],
  color: readonly [number, number, number],
) {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (area === 0) return;
  const [firstX, lastX] = range(a[0], b[0], c[0]);
  const [firstY, lastY] = range(a[1], b[1], c[1]);
  for (let y = firstY; y <= lastY; y++) {
    for (let x = firstX; x <= lastX; x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const u = ((b[0] - px) * (c[1] - py) - (c[0] - px) * (b[1] - py)) / area;
      const v = ((c[0] - px) * (a[1] - py) - (a[0] - px) * (c[1] - py)) / area;
      const w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      const at = y * size + x;
      const away = u * a[2] + v * b[2] + w * c[2];
      if (away >= (depth[at] ?? 0)) continue;
      depth[at] = away;
      colors.set(color, 4 * at);
      colors[4 * at + 3] = 255;
    }
  }
}

const range = (a: number, b: number, c: number): [number, number] => [
  Math.max(0, Math.floor(Math.min(a, b, c))),
  Math.min(size - 1, Math.ceil(Math.max(a, b, c))),
];

/** Four pixels become one; colours count as much as there is of them. */
function reduced(colors: Uint8Array): Buffer {
  const small = Buffer.alloc(4 * pixels * pixels);
  for (let at = 0; at < pixels * pixels; at++) {
    const first = 2 * Math.floor(at / pixels) * size + 2 * (at % pixels);
    const four = [first, first + 1, first + size, first + size + 1].filter((place) => colors[4 * place + 3] === 255);
    if (four.length === 0) continue;
    for (let k = 0; k < 3; k++) {
      small[4 * at + k] = Math.round(four.reduce((sum, place) => sum + (colors[4 * place + k] ?? 0), 0) / four.length);
    }
    small[4 * at + 3] = Math.round((255 * four.length) / 4);
  }
  return small;
}
