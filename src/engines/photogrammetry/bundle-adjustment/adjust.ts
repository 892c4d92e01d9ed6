import { breathe } from '../../engine.ts';
import { lengthOf, meanOf, medianOf, minus, plus } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { type Block, type GroundPoint, type PhotoPlace, usualAccuracy } from '../block.ts';
import { meetingOf, sightsOf } from '../georeference/georeference.ts';
import { missBy } from '../georeference/triangulate.ts';
import { offOf } from './sight.ts';
import type { Point, Sight, State } from './state.ts';
import { costOf, nextState } from './step.ts';

/** A block that was bent to its control points, and what tie points are off by then, in pixels. */
export interface Adjusted {
  readonly block: Block;
  readonly error: number;
}

const mostRounds = 25;
/** Of the cost: less is no progress. */
const leastGain = 1e-5;
const leastPoints = 3;
/** More tell no more; those that are left out keep their places, which only say which photos show the same. */
const mostTies = 15_000;
/** As for the similarity before: what is off by more than so many medians is a mistake. */
const gross = { pixels: 4, medians: 6 } as const;

/**
 * Moves photos against each other, and lenses, so that sights of ties and of control points fit best, and control points lie
 * where they were measured. Check points have no say. Undefined when there is too little to go by.
 */
export async function adjusted(block: Block, signal: AbortSignal | undefined): Promise<Adjusted | undefined> {
  const control = usable(block);
  if (control.length < leastPoints) return undefined;
  const origin = meanOf(block.photos.flatMap(({ pose }) => (pose ? [pose.centre] : [])));
  const numbers = posesOf(block);
  const seen = block.ties.filter((tie) => (tie.seen ?? []).length > 1);
  const every = Math.ceil(seen.length / mostTies);
  const ties = seen.filter((_, n) => n % every === 0);
  const points = [
    ...ties.map(({ seen = [] }): Point => ({ sights: sightsIn(block, numbers, seen) })),
    ...control.map(
      (point): Point => ({ sights: sightsIn(block, numbers, point.seen), measured: measuredOf(point, origin) }),
    ),
  ];
  const first: State = {
    cameras: block.cameras,
    poses: block.photos.flatMap(({ pose }) => (pose ? [{ ...pose, centre: minus(pose.centre, origin) }] : [])),
    places: [...ties, ...control.map((point) => ({ place: meetingOf(block, point) ?? point.place }))].map(({ place }) =>
      minus(place, origin),
    ),
  };
  const state = await settled(first, points, signal);
  if (state === undefined) return undefined;
  const places = new Map(ties.map((tie, n) => [tie, plus(state.places[n] ?? [0, 0, 0], origin)]));
  return {
    error: errorOf(state, points.slice(0, ties.length)),
    block: {
      ...block,
      cameras: state.cameras,
      photos: block.photos.map((photo, n) => {
        const pose = state.poses[numbers.get(n) ?? -1];
        return pose === undefined ? photo : { ...photo, pose: { ...pose, centre: plus(pose.centre, origin) } };
      }),
      ties: block.ties.map((tie) => ({ ...tie, place: places.get(tie) ?? tie.place })),
    },
  };
}

/** Steps until nothing gets better; undefined when nothing ever did. */
async function settled(
  first: State,
  points: readonly Point[],
  signal: AbortSignal | undefined,
): Promise<State | undefined> {
  let [state, cost, damping] = [first, costOf(first, points, first), 1e-4];
  for (let round = 0; round < mostRounds && damping < 1e6; round++) {
    await breathe();
    signal?.throwIfAborted();
    const next = nextState(state, points, first, damping);
    const nextCost = next === undefined ? Infinity : costOf(next, points, first);
    if (next === undefined || !(nextCost < cost)) {
      damping *= 10;
      continue;
    }
    const gain = (cost - nextCost) / cost;
    [state, cost, damping] = [next, nextCost, damping / 5];
    if (gain < leastGain) break;
  }
  return state === first ? undefined : state;
}

/** Control points of which at least two photos tell, without sights and points that are mistakes. */
function usable(block: Block): GroundPoint[] {
  const control = block.points
    .filter(({ use }) => use === 'control')
    .flatMap((point) => {
      const place = meetingOf(block, point);
      if (place === undefined) return [];
      const off = sightsOf(block, point).map((sight) => missBy(sight, place));
      const bound = Math.max(gross.pixels, gross.medians * medianOf(off));
      const seen = point.seen.filter(({ photo }) => block.photos[photo]?.pose !== undefined);
      return [{ ...point, seen: seen.filter((_, n) => (off[n] ?? 0) <= bound) }];
    })
    .filter(({ seen }) => seen.length > 1);
  if (control.length <= leastPoints) return control;
  const far = control.map((point) => offAt(point, meetingOf(block, point) ?? point.place));
  return control.filter((_, n) => (far[n] ?? 0) <= gross.medians * medianOf(far) + usualAccuracy);
}

/** Along the axes that were measured. */
function offAt({ place, accuracy }: GroundPoint, found: Vector): number {
  const [x, y, z] = minus(found, place);
  return lengthOf([
    accuracy?.horizontal === null ? 0 : x,
    accuracy?.horizontal === null ? 0 : y,
    accuracy?.vertical === null ? 0 : z,
  ]);
}

/** Places among the oriented photos. */
function posesOf({ photos }: Block): Map<number, number> {
  const oriented = photos.flatMap(({ pose }, n) => (pose ? [n] : []));
  return new Map(oriented.map((photo, n) => [photo, n]));
}

const sightsIn = ({ photos }: Block, poses: ReadonlyMap<number, number>, seen: readonly PhotoPlace[]): Sight[] =>
  seen.flatMap(({ photo, x, y }) => {
    const [pose, camera] = [poses.get(photo), photos[photo]?.camera];
    return pose === undefined || camera === undefined ? [] : [{ pose, camera, x, y }];
  });

function measuredOf({ place, accuracy }: GroundPoint, origin: Vector): NonNullable<Point['measured']> {
  const { horizontal = usualAccuracy, vertical = usualAccuracy } = accuracy ?? {};
  const weightOf = (deviation: number | null) => (deviation === null ? 0 : 1 / deviation ** 2);
  const [level, up] = [weightOf(horizontal), weightOf(vertical)];
  return { place: minus(place, origin), weight: [level, level, up] };
}

function errorOf(state: State, ties: readonly Point[]): number {
  let [sum, count] = [0, 0];
  for (const [n, { sights }] of ties.entries()) {
    for (const sight of sights) {
      const off = offOf(state, sight, state.places[n] ?? [0, 0, 0]);
      if (off === undefined) continue;
      sum += Math.hypot(...off);
      count++;
    }
  }
  return sum / Math.max(1, count);
}
