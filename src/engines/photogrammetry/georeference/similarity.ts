import type { Pose } from '../../geometry/camera.ts';
import {
  lengthOf,
  medianOf,
  minus,
  plus,
  product,
  type Rows,
  rowsOfQuaternion,
  times,
  transposed,
  turned,
} from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { eigenOf } from '../geometry/eigen.ts';

/** From one system of axes to another: scale, turn, shift. */
export interface Similarity {
  readonly scale: number;
  readonly rotation: Rows;
  readonly shift: Vector;
}

export const moved = ({ scale, rotation, shift }: Similarity, place: Vector): Vector =>
  plus(times(turned(rotation, place), scale), shift);

export const movedPose = (by: Similarity, { centre, rotation }: Pose): Pose => ({
  centre: moved(by, centre),
  rotation: product(rotation, transposed(by.rotation)),
});

/** The one that brings `from` nearest to `to`, squares weighted. Undefined where the points lie on a line or at a place. */
export function bestSimilarity(
  from: readonly Vector[],
  to: readonly Vector[],
  weights: readonly number[] = from.map(() => 1),
): Similarity | undefined {
  const [a, b] = [weightedMean(from, weights), weightedMean(to, weights)];
  const [p, q] = [from.map((place) => minus(place, a)), to.map((place) => minus(place, b))];
  if (!spread(p, weights) || !spread(q, weights)) return undefined;
  const s = (i: 0 | 1 | 2, j: 0 | 1 | 2) =>
    p.reduce((sum, place, n) => sum + (weights[n] ?? 0) * place[i] * (q[n]?.[j] ?? 0), 0);
  // Horn: the quaternion of the rotation is the first eigenvector
  const [xx, xy, xz] = [s(0, 0), s(0, 1), s(0, 2)];
  const [yx, yy, yz] = [s(1, 0), s(1, 1), s(1, 2)];
  const [zx, zy, zz] = [s(2, 0), s(2, 1), s(2, 2)];
  const { vectors } = eigenOf([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ]);
  const [w = 1, x = 0, y = 0, z = 0] = vectors[0] ?? [];
  const rotation = rowsOfQuaternion(w, x, y, z);
  const along = p.reduce((sum, place, n) => {
    const r = turned(rotation, place);
    const t = q[n] ?? [0, 0, 0];
    return sum + (weights[n] ?? 0) * (r[0] * t[0] + r[1] * t[1] + r[2] * t[2]);
  }, 0);
  const size = p.reduce((sum, place, n) => sum + (weights[n] ?? 0) * lengthOf(place) ** 2, 0);
  const scale = along / size;
  return scale > 0 ? { scale, rotation, shift: minus(b, times(turned(rotation, a), scale)) } : undefined;
}

function weightedMean(places: readonly Vector[], weights: readonly number[]): Vector {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const sum = places.reduce<Vector>((so, place, n) => plus(so, times(place, weights[n] ?? 0)), [0, 0, 0]);
  return times(sum, 1 / whole);
}

/** Share of the length that points must be wide, or a turn about their line would be anybody's guess. */
const leastWidth = 0.02;

function spread(places: readonly Vector[], weights: readonly number[]): boolean {
  const s = (i: 0 | 1 | 2, j: 0 | 1 | 2) => places.reduce((sum, p, n) => sum + (weights[n] ?? 0) * p[i] * p[j], 0);
  const { values } = eigenOf([
    [s(0, 0), s(0, 1), s(0, 2)],
    [s(1, 0), s(1, 1), s(1, 2)],
    [s(2, 0), s(2, 1), s(2, 2)],
  ]);
  return (values[1] ?? 0) > leastWidth ** 2 * (values[0] ?? 0) && (values[0] ?? 0) > 0;
}

const rounds = 10;
/** In medians of what points are off: beyond, they are mistakes and count for nothing. */
const gross = 6;

/** As `bestSimilarity`, but single points that are wrong do not count. Three points are taken as they are. */
export function robustSimilarity(from: readonly Vector[], to: readonly Vector[]): Similarity | undefined {
  if (from.length <= 3) return bestSimilarity(from, to);
  let best = likeliest(from, to);
  let before = '';
  for (let round = 0; round < rounds && best !== undefined; round++) {
    const off = offsOf(best, from, to);
    const bound = gross * medianOf(off);
    const weights = off.map((one) => (one <= bound ? 1 : 0));
    if (weights.join() === before) break;
    before = weights.join();
    best = bestSimilarity(from, to, weights) ?? best;
  }
  return best ?? bestSimilarity(from, to);
}

export const offsOf = (by: Similarity, from: readonly Vector[], to: readonly Vector[]): number[] =>
  from.map((place, n) => lengthOf(minus(moved(by, place), to[n] ?? place)));

const mostTriples = 400;
const mostPlaces = 40;

/** Of those through three points the one with the least median. */
function likeliest(from: readonly Vector[], to: readonly Vector[]): Similarity | undefined {
  let best: { readonly similarity: Similarity; readonly median: number } | undefined;
  for (const triple of triplesOf(from.length)) {
    const chosen = (list: readonly Vector[]) => triple.flatMap((n) => (list[n] ? [list[n]] : []));
    const similarity = bestSimilarity(chosen(from), chosen(to));
    if (similarity === undefined) continue;
    const median = medianOf(offsOf(similarity, from, to));
    if (best === undefined || median < best.median) best = { similarity, median };
  }
  return best?.similarity;
}

/** All of them, or evenly chosen ones when they are many. */
function triplesOf(count: number): number[][] {
  const places = Array.from({ length: Math.min(count, mostPlaces) }, (_, n) =>
    Math.floor((n * count) / Math.min(count, mostPlaces)),
  );
  const triples = places.flatMap((a, i) =>
    places.slice(i + 1).flatMap((b, j) => places.slice(i + j + 2).map((c) => [a, b, c])),
  );
  const every = Math.max(1, Math.ceil(triples.length / mostTriples));
  return triples.filter((_, n) => (n * 7919) % every === 0);
}
