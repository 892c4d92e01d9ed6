import { aggregate, bestDepths } from './aggregate.ts';
import type { Gray } from './gray.ts';
import { sweep, type Window } from './sweep.ts';
import { transfer, type View } from './view.ts';

/** A view with its picture. */
export interface SeenView {
  readonly view: View;
  readonly gray: Gray;
}

/** Metres in front of the camera. */
export interface Range {
  readonly near: number;
  readonly far: number;
}

/** Pixels that the picture of a neighbour moves from plane to plane at most. */
const pixelsPerPlane = 0.9;
const leastPlanes = 48;
const mostPlanes = 224;
/** Sides of the windows that a large view is worked on in; they overlap, for paths begin at their edges. */
const windowSide = 416;
const overlap = 24;

/** Metres in front of the camera for every pixel, 0 where nothing is known. */
export function depthMapOf(own: SeenView, neighbours: readonly SeenView[], range: Range): Float32Array {
  const { width, height } = own.view;
  const depths = new Float32Array(width * height);
  const inverse = planesOf(own.view, neighbours, range);
  const others = neighbours.map(({ view, gray }) => ({ gray, transfer: transfer(own.view, view) }));
  for (const y of startsOf(height)) {
    for (const x of startsOf(width)) {
      const window = { x, y, width: Math.min(windowSide, width - x), height: Math.min(windowSide, height - y) };
      const costs = sweep(own.gray, window, others, inverse);
      const found = bestDepths(aggregate(costs, inverse.length, window, cut(own.gray, window)), inverse);
      paste(found, window, depths, width, height);
    }
  }
  return depths;
}

function startsOf(side: number): number[] {
  const starts = [0];
  for (let at = windowSide - 2 * overlap; at + 2 * overlap < side; at += windowSide - 2 * overlap) starts.push(at);
  return starts;
}

function cut({ pixels, width }: Gray, window: Window): Uint8Array {
  const part = new Uint8Array(window.width * window.height);
  for (let y = 0; y < window.height; y++) {
    const from = (window.y + y) * width + window.x;
    part.set(pixels.subarray(from, from + window.width), y * window.width);
  }
  return part;
}

/** The window without its border, which other windows know better; borders of the picture stay. */
function paste(found: Float32Array, window: Window, depths: Float32Array, width: number, height: number): void {
  const left = window.x === 0 ? 0 : overlap;
  const top = window.y === 0 ? 0 : overlap;
  const right = window.x + window.width === width ? window.width : window.width - overlap;
  const bottom = window.y + window.height === height ? window.height : window.height - overlap;
  for (let y = top; y < bottom; y++) {
    depths.set(
      found.subarray(y * window.width + left, y * window.width + right),
      (window.y + y) * width + window.x + left,
    );
  }
}

/** Inverse depths in equal steps, so fine that no neighbour's picture jumps. */
function planesOf(view: View, neighbours: readonly SeenView[], { near, far }: Range): Float64Array {
  const moved = Math.max(0, ...neighbours.map((other) => displacement(view, other.view, near, far)));
  const count = Math.round(Math.min(mostPlanes, Math.max(leastPlanes, moved / pixelsPerPlane)));
  const [from, to] = [1 / far, 1 / near];
  return Float64Array.from({ length: count }, (_, n) => from + ((to - from) * n) / (count - 1));
}

/** How far the picture of the middle moves in another view between the nearest and the farthest depth. */
function displacement(view: View, other: View, near: number, far: number): number {
  const { m, t } = transfer(view, other);
  const at = (inverse: number): readonly [number, number] => {
    const row = (n: number) =>
      ((m[3 * n] ?? 0) * view.width) / 2 +
      ((m[3 * n + 1] ?? 0) * view.height) / 2 +
      (m[3 * n + 2] ?? 0) +
      inverse * (t[n] ?? 0);
    const depth = Math.max(1e-3, row(2));
    return [row(0) / depth, row(1) / depth];
  };
  const [a, b] = [at(1 / near), at(1 / far)];
  return Math.min(4 * other.width, Math.hypot(a[0] - b[0], a[1] - b[1]));
}
