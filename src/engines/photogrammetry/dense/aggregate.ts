import type { Window } from './sweep.ts';

/** What a change of depth by one plane costs, and by more at a smooth place and at an edge of the picture. */
const small = 6;
const large = 48;
const largeAtEdge = 16;

/**
 * Semi-global matching: the costs of each pixel and those of the paths that lead to it from left, right, above and
 * below, where changes of depth cost. Pixels of `gray` are those of the window.
 */
export function aggregate(costs: Uint8Array, planes: number, window: Window, gray: Uint8Array): Uint16Array {
  const { width, height } = window;
  const sums = new Uint16Array(costs.length);
  const path = pathOver(costs, sums, planes, gray);
  for (let y = 0; y < height; y++) {
    path(y * width, 1, width);
    path(y * width + width - 1, -1, width);
  }
  for (let x = 0; x < width; x++) {
    path(x, width, height);
    path((height - 1) * width + x, -width, height);
  }
  return sums;
}

/** A walk over `count` pixels from one pixel on, by steps of so many. */
type Path = (from: number, step: number, count: number) => void;

function pathOver(costs: Uint8Array, sums: Uint16Array, planes: number, gray: Uint8Array): Path {
  // with a place before the first plane and behind the last that are never the best
  const walls = 0xffff;
  let before = new Uint16Array(planes + 2);
  let now = new Uint16Array(planes + 2);
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: hundreds of millions of turns, and no call in them
  return (from, step, count) => {
    before.fill(0);
    before[0] = walls;
    before[planes + 1] = walls;
    now[0] = walls;
    now[planes + 1] = walls;
    let least = 0;
    for (let n = 0, pixel = from; n < count; n++, pixel += step) {
      const contrast = n === 0 ? 0 : Math.abs((gray[pixel] ?? 0) - (gray[pixel - step] ?? 0));
      const jump = least + Math.max(largeAtEdge, large - 2 * contrast);
      const base = pixel * planes;
      let next = walls;
      for (let plane = 1; plane <= planes; plane++) {
        let best = before[plane] ?? 0;
        const a = (before[plane - 1] ?? 0) + small;
        const b = (before[plane + 1] ?? 0) + small;
        if (a < best) best = a;
        if (b < best) best = b;
        if (jump < best) best = jump;
        const value = (costs[base + plane - 1] ?? 0) + best - least;
        now[plane] = value;
        if (value < next) next = value;
        sums[base + plane - 1] = (sums[base + plane - 1] ?? 0) + value;
      }
      least = next;
      [before, now] = [now, before];
    }
  };
}

/** The depth of each pixel, 0 where the best plane is the first or the last. Between planes by a parabola. */
export function bestDepths(sums: Uint16Array, inverse: Float64Array): Float32Array {
  const planes = inverse.length;
  const depths = new Float32Array(sums.length / planes);
  const step = ((inverse[planes - 1] ?? 0) - (inverse[0] ?? 0)) / (planes - 1);
  for (let n = 0; n < depths.length; n++) {
    const base = n * planes;
    let best = 0;
    let least = 0xffff;
    for (let plane = 0; plane < planes; plane++) {
      const sum = sums[base + plane] ?? 0;
      if (sum < least) {
        least = sum;
        best = plane;
      }
    }
    if (best === 0 || best === planes - 1) continue;
    const [a, b] = [(sums[base + best - 1] ?? 0) - least, (sums[base + best + 1] ?? 0) - least];
    const between = a + b === 0 ? 0 : (a - b) / (2 * (a + b));
    depths[n] = 1 / ((inverse[best] ?? 0) + between * step);
  }
  return depths;
}
