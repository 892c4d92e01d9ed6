import sharp from 'sharp';
import { unit, type Vector } from '../matrix.ts';

/** What is drawn into, twice as large as the picture, so that edges are smooth. */
export interface Canvas {
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
  /** Less is nearer; linear in the plane of the picture. */
  readonly depth: Float64Array;
  /** Red, green and blue in the low bytes; 0 where nothing is drawn. */
  readonly colors: Uint32Array;
}

export const newCanvas = (width: number, height: number): Canvas => ({
  width,
  height,
  depth: new Float64Array(4 * width * height).fill(Number.POSITIVE_INFINITY),
  colors: new Uint32Array(4 * width * height),
});

/** A PNG of what is drawn, on transparent ground or on a colour. The same gives the same bytes. */
export function pngOf(canvas: Canvas, ground?: string): Promise<Buffer> {
  const { width, height } = canvas;
  const picture = sharp(reduced(canvas), { raw: { width, height, channels: 4 } });
  return (ground === undefined ? picture : picture.flatten({ background: ground }))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Where a picture that nobody has a camera for looks: from the south-west, 30 degrees above. */
export const fromSouthWest: Vector = [
  Math.cos(Math.PI / 6) / Math.SQRT2,
  Math.cos(Math.PI / 6) / Math.SQRT2,
  -Math.sin(Math.PI / 6),
];

/* Files have a million triangles: what is done for each makes no objects. */

/** From above the left shoulder. */
const light: Vector = unit([0.2, -0.55, 1]) ?? [0, 0, 1];

/** Of a triangle of three points, three numbers each, Z up: from 0.35 to 1; 0 of what has no area. */
export function brightnessOf(points: Float64Array, a: number, b: number, c: number): number {
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
export const onScreen = (color: readonly number[]): Float64Array =>
  Float64Array.from([0, 1, 2], (channel) => Math.max(0, color[channel] ?? 0) ** gamma);

/** A colour in some light, as four bytes. */
export function shaded(bare: Float64Array, bright: number): number {
  const by = 255 * (brightOnScreen[Math.round(bright * brightSteps)] ?? 0);
  const red = Math.min(255, Math.round(by * (bare[0] ?? 0)));
  const green = Math.min(255, Math.round(by * (bare[1] ?? 0)));
  const blue = Math.min(255, Math.round(by * (bare[2] ?? 0)));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Draws a triangle of three places on the canvas, three numbers each: right, down, depth. */
export function fillTriangle(
  { width, height, depth, colors }: Canvas,
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
  const [leastX, mostX] = [from(Math.min(ax, bx, cx)), to(Math.max(ax, bx, cx), 2 * width)];
  const [firstY, lastY] = [from(Math.min(ay, by, cy)), to(Math.max(ay, by, cy), 2 * height)];
  // the shares of the corners fall and rise evenly along a line
  const [uStep, vStep] = [(by - cy) / area, (cy - ay) / area];
  const wStep = -uStep - vStep;
  for (let y = firstY; y <= lastY; y++) {
    const py = y + 0.5;
    const u0 = (bx * (cy - py) - cx * (by - py)) / area;
    const v0 = (cx * (ay - py) - ax * (cy - py)) / area;
    const w0 = 1 - u0 - v0;
    const firstX = Math.max(leastX, start(u0, uStep), start(v0, vStep), start(w0, wStep));
    const lastX = Math.min(mostX, end(u0, uStep), end(v0, vStep), end(w0, wStep));
    for (let x = firstX; x <= lastX; x++) {
      const px = x + 0.5;
      const u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area;
      const v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area;
      const w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      const at = y * 2 * width + x;
      const away = u * az + v * bz + w * cz;
      if (away >= (depth[at] ?? 0)) continue;
      depth[at] = away;
      colors[at] = color;
    }
  }
}

/* Where along a line a share is not negative, and a pixel more on either side. */
const start = (share: number, step: number): number => (step > 0 ? Math.floor(-share / step) - 1 : 0);
const end = (share: number, step: number): number =>
  step < 0 ? Math.ceil(-share / step) + 1 : Number.POSITIVE_INFINITY;

const from = (least: number): number => Math.max(0, Math.floor(least));
const to = (most: number, size: number): number => Math.min(size - 1, Math.ceil(most));

/** Four pixels become one; colours count as much as there is of them. */
function reduced({ width, height, colors }: Canvas): Buffer {
  const small = Buffer.alloc(4 * width * height);
  const line = 2 * width;
  for (let at = 0; at < width * height; at++) {
    const first = 2 * Math.floor(at / width) * line + 2 * (at % width);
    let [drawn, red, green, blue] = [0, 0, 0, 0];
    for (const place of [first, first + 1, first + line, first + line + 1]) {
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
