import { lengthOf, meanOf, medianOf, minus, times, turned } from '../../geometry/vectors.ts';
import { cross, dot, unit, type Vector } from '../../matrix.ts';
import { type Block, isOriented } from '../block.ts';
import { eigenOf } from '../geometry/eigen.ts';
import { moved, movedPose, type Similarity } from './similarity.ts';

/** Metres to what is looked at, in a system that knows no metres. */
const usualDistance = 30;

/** A block that nobody put on earth: level by the plane of its points, up towards the photos, of a usual size. */
export function upright(block: Block): Block {
  const by = levelling(block);
  if (by === undefined) return block;
  return {
    ...block,
    photos: block.photos.map((photo) => (isOriented(photo) ? { ...photo, pose: movedPose(by, photo.pose) } : photo)),
    ties: block.ties.map((tie) => ({ ...tie, place: moved(by, tie.place) })),
  };
}

function levelling({ photos, ties }: Block): Similarity | undefined {
  const all = ties.map(({ place }) => place);
  const eyes = photos.flatMap(({ pose }) => (pose ? [pose.centre] : []));
  const first = meanOf(all);
  const bound = 3 * medianOf(all.map((place) => lengthOf(minus(place, first))));
  const near = all.filter((place) => lengthOf(minus(place, first)) <= bound);
  if (near.length < 10 || eyes.length === 0) return undefined;
  const middle = meanOf(near);
  const normal = leastWide(near, middle);
  const over = minus(meanOf(eyes), middle);
  const up = normal && (dot(normal, over) < 0 ? times(normal, -1) : normal);
  const along = up && unit(cross(Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], up));
  if (!up || !along) return undefined;
  const rotation = [along, cross(up, along), up] as const;
  const scale = usualDistance / medianOf(eyes.map((eye) => lengthOf(minus(eye, middle))));
  return { scale, rotation, shift: times(turned(rotation, middle), -scale) };
}

/** The direction in which points are nearest to a plane. */
function leastWide(places: readonly Vector[], middle: Vector): Vector | undefined {
  const s = (i: 0 | 1 | 2, j: 0 | 1 | 2) =>
    places.reduce((sum, place) => sum + (place[i] - middle[i]) * (place[j] - middle[j]), 0);
  const { vectors } = eigenOf([
    [s(0, 0), s(0, 1), s(0, 2)],
    [s(1, 0), s(1, 1), s(1, 2)],
    [s(2, 0), s(2, 1), s(2, 2)],
  ]);
  const [x = 0, y = 0, z = 0] = vectors[2] ?? [];
  return unit([x, y, z]);
}
