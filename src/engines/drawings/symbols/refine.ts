import { coverage, type Fit } from './fit.ts';
import { type Ink, perCell } from './ink.ts';
import type { Template } from './template.ts';

/** Roughly, only every so many samples are looked at. */
const sparse = 3;
/** A template of which less lies near ink after it was moved roughly comes to nothing when it is moved more finely. */
const leastNear = 0.75;

const [atX, atY, atSx, atSy] = [0, 1, 2, 3];
/** What is moved, and by how many steps: stretching by as much moves only the edges. */
const moves: readonly (readonly [at: number, by: number])[] = [
  [atX, 1],
  [atY, 1],
  [atSx, 2],
  [atSy, 2],
];

interface Search {
  readonly samples: Float64Array;
  readonly ink: Ink;
  readonly far: Uint8Array;
  readonly cap: number;
  /** x, y, sx, sy of a fit: the same place is tried over and over, so it is no record. */
  readonly place: Float64Array;
}

/** How far each cell is from ink, and from the middle of the lines. */
export interface Distances {
  readonly far: Uint8Array;
  readonly middle: Uint8Array;
}

/** Moves and stretches a template a little, to where it lies best; undefined where it comes nowhere near. */
export function refined(template: Template, first: Fit, ink: Ink, lines: Distances, near: number): Fit | undefined {
  const { samples } = template;
  const place = placeOf(first);
  const search = { samples, ink, far: lines.middle, cap: 3 * near * perCell, place };
  settle(search, 2 * near, 0.5, sparse);
  if (coverage(template, fitOf(place), ink, lines.far, near, 2) < leastNear) return undefined;
  settle(search, near / 2, 0.5, 1);
  return fitOf(place);
}

const placeOf = ({ x, y, sx, sy }: Fit): Float64Array => Float64Array.of(x, y, sx, sy);

const fitOf = (place: Float64Array): Fit => ({
  x: place[atX] ?? 0,
  y: place[atY] ?? 0,
  sx: place[atSx] ?? 0,
  sy: place[atSy] ?? 0,
});

/** Steps of half the length again and again, each as long as it helps. */
function settle(search: Search, longest: number, shortest: number, every: number): void {
  const { place } = search;
  let lowest = costOf(search, every, Number.POSITIVE_INFINITY);
  for (let step = longest; step >= shortest; step /= 2) {
    for (let again = 0; again < 4; again++) {
      const before = lowest;
      for (const [at, by] of moves) {
        for (const way of [1, -1]) {
          const was = place[at] ?? 0;
          place[at] = was + way * by * step;
          const cost = costOf(search, every, lowest);
          if (cost < lowest) lowest = cost;
          else place[at] = was;
        }
      }
      if (lowest === before) break;
    }
  }
}

/** How badly a template lies: the sum of the distances of every other sample from the middle of the lines, each at most `cap`. */
export const roughCost = (template: Template, fit: Fit, ink: Ink, lines: Distances, cap: number): number =>
  costOf({ samples: template.samples, ink, far: lines.middle, cap, place: placeOf(fit) }, 2, Number.POSITIVE_INFINITY);

/** The sum of the distances of the samples; of more than `enough` any part. */
function costOf({ samples, ink, far, cap, place }: Search, every: number, enough: number): number {
  const { width, height } = ink;
  const [x, y] = [place[atX] ?? 0, place[atY] ?? 0];
  const [sx, sy] = [place[atSx] ?? 0, place[atSy] ?? 0];
  const by = 2 * every;
  let sum = 0;
  for (let n = 0; n < samples.length && sum < enough; n += by) {
    const cx = Math.floor(sx * (samples[n] ?? 0) + x);
    const cy = Math.floor(sy * (samples[n + 1] ?? 0) + y);
    const d = cx < 0 || cy < 0 || cx >= width || cy >= height ? 255 : (far[cy * width + cx] ?? 255);
    sum += d < cap ? d : cap;
  }
  return sum;
}
