import { type Distances, distanceOn, perCell } from './distances.ts';
import { anyFit, covers, distanceAt, type Fit, isInside, type MutableFit, setFit } from './fit.ts';
import type { Template } from './template.ts';

/** Roughly, only every so many samples are looked at. */
const sparse = 5;
/** A template of which less lies near ink after it was moved roughly comes to nothing when it is moved more finely. */
const leastNear = 0.75;

/** The ways of a step: each of the four numbers of a fit forth and, as the next way, back. */
const moves = 8;
const mostTrials = 4 * moves;

function move(place: MutableFit, way: number, step: number): void {
  const by = (way & 1) === 0 ? step : -step;
  const what = way >> 1;
  if (what === 0) place.x += by;
  else if (what === 1) place.y += by;
  // stretching moves only the edges, each by half of it
  else if (what === 2) place.sx += 2 * by;
  else place.sy += 2 * by;
}

/** How far each cell is from ink, and from the middle of the lines. */
export interface LineDistances {
  readonly far: Distances;
  readonly middle: Distances;
}

interface Search {
  readonly template: Template;
  readonly far: Distances;
  readonly cap: number;
  /** The best so far. */
  readonly place: MutableFit;
  readonly trial: MutableFit;
}

/** Moves and stretches a template a little, to where it lies best; undefined where it comes nowhere near. */
export function refined(template: Template, first: Fit, lines: LineDistances, near: number): Fit | undefined {
  const place = anyFit();
  setFit(place, first);
  const search = { template, far: lines.middle, cap: 3 * near * perCell, place, trial: anyFit() };
  settle(search, 2 * near, 0.5, sparse);
  if (!covers(template, place, lines.far, near, 2, leastNear)) return undefined;
  settle(search, near / 2, 0.5, 1);
  return place;
}

/** Steps of half the length again and again, each as long as it helps. */
function settle(search: Search, longest: number, shortest: number, every: number): void {
  let lowest = costOf(search, search.place, every, Number.POSITIVE_INFINITY);
  for (let step = longest; step >= shortest; step /= 2) lowest = stepsOf(search, step, every, lowest);
}

/**
 * Steps of one length, until none helps. The step back from the last that helped is left out: it leads to where it was worse.
 */
function stepsOf(search: Search, step: number, every: number, before: number): number {
  const { place, trial } = search;
  let lowest = before;
  let vain = 0;
  let helped = -1;
  for (let trials = 0; trials < mostTrials && vain < moves; trials++) {
    const way = trials % moves;
    vain++;
    if (way === (helped ^ 1)) continue;
    setFit(trial, place);
    move(trial, way, step);
    const cost = costOf(search, trial, every, lowest);
    if (cost >= lowest) continue;
    setFit(place, trial);
    lowest = cost;
    vain = 0;
    helped = way;
  }
  return lowest;
}

/**
 * How badly a template lies: the sum of the distances of every fourth sample from the middle of the lines, each at most
 * `cap`; of more than `enough` any part.
 */
export const roughCost = (template: Template, place: Fit, { middle }: LineDistances, cap: number, enough: number) =>
  costOf({ template, far: middle, cap }, place, 4, enough);

/** The sum of the distances of the samples; of more than `enough` any part. */
function costOf(
  { template, far, cap }: Pick<Search, 'template' | 'far' | 'cap'>,
  place: Fit,
  every: number,
  enough: number,
): number {
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
