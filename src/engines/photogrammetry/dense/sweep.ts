import { bits, censusAt, ones, reach } from './census.ts';
import type { Gray } from './gray.ts';
import type { Transfer } from './view.ts';

/** A part of a view. */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Neighbour {
  readonly gray: Gray;
  readonly transfer: Transfer;
}

/** Of a pixel that no neighbour sees at a depth: as unlikely as noise. */
const unseen = bits;
const nothing = 255;

/**
 * What it costs to take a pixel for one at a depth: how much its neighbourhood differs from what two of the neighbours
 * that agree best see there, 0 to 48. Plane by plane the neighbours' pictures are laid over the window.
 * `inverse`: the inverse depths; a pixel's costs follow each other.
 */
export function sweep(gray: Gray, window: Window, neighbours: readonly Neighbour[], inverse: Float64Array): Uint8Array {
  const { width, height } = window;
  const planes = inverse.length;
  const stride = width + 2 * reach;
  const laid = new Uint8Array(stride * (height + 2 * reach));
  copyWindow(gray, window, laid, stride);
  const own = new Int32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) own[y * width + x] = censusAt(laid, (y + reach) * stride + x + reach, stride);
  }
  const costs = new Uint8Array(width * height * planes);
  const first = new Uint8Array(width * height);
  const second = new Uint8Array(width * height);
  for (let plane = 0; plane < planes; plane++) {
    first.fill(nothing);
    second.fill(nothing);
    for (const { gray: other, transfer } of neighbours) {
      lay(other, transfer, window, inverse[plane] ?? 0, laid, stride);
      compare(laid, stride, own, width, first, second);
    }
    for (let n = 0; n < first.length; n++) {
      const [a, b] = [first[n] ?? 0, second[n] ?? 0];
      costs[n * planes + plane] = a === nothing ? 2 * unseen : b === nothing ? a + unseen / 2 + (a >> 1) : a + b;
    }
  }
  return costs;
}

/** The window of the picture with a border; beyond the picture its edge goes on. */
function copyWindow({ pixels, width, height }: Gray, window: Window, to: Uint8Array, stride: number): void {
  for (let y = 0; y < window.height + 2 * reach; y++) {
    const row = Math.min(height - 1, Math.max(0, window.y + y - reach)) * width;
    for (let x = 0; x < stride; x++) {
      to[y * stride + x] = pixels[row + Math.min(width - 1, Math.max(0, window.x + x - reach))] ?? 0;
    }
  }
}

/** Lays a picture over the window as a plane at this inverse depth shows it. */
function lay(
  { pixels, width, height }: Gray,
  { m, t }: Transfer,
  window: Window,
  inverse: number,
  to: Uint8Array,
  stride: number,
): void {
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0, m8 = 0] = m;
  const [t0 = 0, t1 = 0, t2 = 0] = t;
  const [w1, h1] = [width - 1, height - 1];
  const rows = window.height + 2 * reach;
  const x0 = window.x - reach;
  for (let row = 0; row < rows; row++) {
    const y = window.y + row - reach;
    let a = m0 * x0 + m1 * y + m2 + inverse * t0;
    let b = m3 * x0 + m4 * y + m5 + inverse * t1;
    let c = m6 * x0 + m7 * y + m8 + inverse * t2;
    const end = (row + 1) * stride;
    for (let at = row * stride; at < end; at++) {
      const per = 1 / c;
      const u = a * per;
      const v = b * per;
      if (c > 1e-6 && u >= 0 && v >= 0 && u < w1 && v < h1) {
        const i = u | 0;
        const j = v | 0;
        const fx = ((u - i) * 256) | 0;
        const fy = ((v - j) * 256) | 0;
        const p = j * width + i;
        const upper = (pixels[p] ?? 0) * (256 - fx) + (pixels[p + 1] ?? 0) * fx;
        const lower = (pixels[p + width] ?? 0) * (256 - fx) + (pixels[p + width + 1] ?? 0) * fx;
        to[at] = (upper * (256 - fy) + lower * fy) >> 16;
      } else to[at] = 0;
      a += m0;
      b += m3;
      c += m6;
    }
  }
}

/** Keeps the two least differences of each pixel. */
function compare(
  laid: Uint8Array,
  stride: number,
  own: Int32Array,
  width: number,
  first: Uint8Array,
  second: Uint8Array,
): void {
  for (let n = 0, at = reach * stride + reach, x = 0; n < own.length; n++) {
    if (laid[at] !== 0) {
      const cost = ones(censusAt(laid, at, stride) ^ (own[n] ?? 0));
      if (cost < (first[n] ?? 0)) {
        second[n] = first[n] ?? 0;
        first[n] = cost;
      } else if (cost < (second[n] ?? 0)) second[n] = cost;
    }
    at++;
    if (++x === width) {
      x = 0;
      at += 2 * reach;
    }
  }
}
