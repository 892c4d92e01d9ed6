import { type Distances, distanceOn, perCell } from './distances.ts';
import { covers, distanceAt, type Fit, isInside } from './fit.ts';
import type { Template } from './template.ts';

/** Roughly, only every so many samples are looked at. */
const sparse = 3;
/** A template of which less lies near ink after it was moved roughly comes to nothing when it is moved more finely. */
const leastNear = 0.75;

/** A fit that is moved: the same is tried over and over. */
interface Place extends Fit {
  x: number;
  y: number;
  sx: number;
  sy: number;
}

/** What is moved, and by how many steps: stretching by as much moves only the edges. Each step is followed by the one back. */
const moves: readonly (readonly [what: keyof Place, by: number])[] = [
  ['x', 1],
  ['x', -1],
  ['y', 1],
  ['y', -1],
  ['sx', 2],
  ['sx', -2],
  ['sy', 2],
  ['sy', -2],
];
const mostTrials = 4 * moves.length;

/** How far each cell is from ink, and from the middle of the lines. */
export interface LineDistances {
  readonly far: Distances;
  readonly middle: Distances;
}

interface Search {
  readonly template: Template;
  readonly far: Distances;
  readonly cap: number;
  readonly place: Place;
}

/** Moves and stretches a template a little, to where it lies best; undefined where it comes nowhere near. */
export function refined(
  template: Template,
  { x, y, sx, sy }: Fit,
  lines: LineDistances,
  near: number,
): Fit | undefined {
  const place = { x, y, sx, sy };
  const search = { template, far: lines.middle, cap: 3 * near * perCell, place };
  settle(search, 2 * near, 0.5, sparse);
  if (!covers(template, place, lines.far, near, 2, leastNear)) return undefined;
  settle(search, near / 2, 0.5, 1);
  return place;
}

/** Steps of half the length again and again, each as long as it helps. */
function settle(search: Search, longest: number, shortest: number, every: number): void {
  let lowest = costOf(search, every, Number.POSITIVE_INFINITY);
  for (let step = longest; step >= shortest; step /= 2) lowest = stepsOf(search, step, every, lowest);
}

/**
 * Steps of one length, until none helps. The step back from the last that helped is left out: it leads to where it was worse.
 */
function stepsOf(search: Search, step: number, every: number, before: number): number {
  const { place } = search;
  let lowest = before;
  let [vain, helped] = [0, -1];
  for (let trial = 0; trial < mostTrials && vain < moves.length; trial++) {
    const now = trial % moves.length;
    const [what, by] = moves[now] ?? ['x', 0];
    vain++;
    if (now === (helped ^ 1)) continue;
    const was = place[what];
    place[what] = was + by * step;
    const cost = costOf(search, every, lowest);
    if (cost >= lowest) place[what] = was;
    else [lowest, vain, helped] = [cost, 0, now];
  }
  return lowest;
}

/**
 * How badly a template lies: the sum of the distances of every other sample from the middle of the lines, each at most
 * `cap`; of more than `enough` any part.
 */
export const roughCost = (template: Template, place: Fit, { middle }: LineDistances, cap: number, enough: number) =>
  costOf({ template, far: middle, cap, place }, 2, enough);

/** The sum of the distances of the samples; of more than `enough` any part. */
function costOf({ template, far, cap, place }: Search, every: number, enough: number): number {
  const { samples } = template;
  const { x, y, sx, sy } = place;
  const inside = isInside(template, place, far);
  let sum = 0;
  for (let n = 0; n < samples.length && sum < enough; n += 2 * every) {
    const px = sx * (samples[n] ?? 0) + x;
    const py = sy * (samples[n + 1] ?? 0) + y;
    const d = inside ? distanceOn(far, px, py) : distanceAt(far, px, py);
    sum += d < cap ? d : cap;
  }
  return sum;
}
