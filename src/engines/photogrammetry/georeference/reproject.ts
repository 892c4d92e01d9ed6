import type { Crs } from '../../crs/crs.ts';
import { mover } from '../../crs/transform.ts';
import { meanOf, plus } from '../../geometry/vectors.ts';
import type { Vector } from '../../matrix.ts';
import { type Block, isOriented } from '../block.ts';
import { nameOf } from './georeference.ts';
import { bestSimilarity, moved, movedPose } from './similarity.ts';

/** Metres between the places that tell how two systems lie to each other. */
const way = 100;

/** A block of one system in another: over the extent of a block they differ by a turn, a scale and a shift. */
export function reprojected(block: Block, from: Crs | null, to: Crs | null): Block {
  if (from === null || to === null || from.definition === to.definition) {
    return to === null || from === null ? block : { ...block, crs: nameOf(to) };
  }
  const move = mover(from, to);
  const middle = meanOf(block.photos.flatMap(({ pose }) => (pose ? [pose.centre] : [])));
  const around = [-1, 0, 1].flatMap((x) => [-1, 1].map((y): Vector => plus(middle, [x * way, y * way, 0])));
  const known = [...around, plus(middle, [0, 0, way])];
  const by = bestSimilarity(
    known,
    known.map((place): Vector => {
      const other = Float64Array.from(place);
      move?.(other);
      return [other[0] ?? 0, other[1] ?? 0, place[2]];
    }),
  );
  if (by === undefined) return block;
  return {
    ...block,
    crs: nameOf(to),
    photos: block.photos.map((photo) => (isOriented(photo) ? { ...photo, pose: movedPose(by, photo.pose) } : photo)),
    ties: block.ties.map((tie) => ({ ...tie, place: moved(by, tie.place) })),
    points: block.points.map((point) => ({ ...point, place: moved(by, point.place) })),
  };
}
