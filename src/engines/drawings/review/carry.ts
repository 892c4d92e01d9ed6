import { combined, inverse, type Matrix, moved, type Point } from '../geometry.ts';
import type { BoundingBox, Prediction, Region, SheetLink } from '../prediction.ts';
import { inReadingOrder } from '../recognise/predict.ts';
import { carriedLines } from './lines.ts';
import { type CarriedRegions, carriedRegions } from './regions.ts';
import type { Lost, Placing, Review } from './review.ts';

/*
 * A sheet that was reviewed is read again: what people said of it is put onto the new result. Three readings are compared:
 * what was recognised, what the review made of it, and what is recognised now.
 */

export interface Carried {
  /** The new result with the review. */
  readonly prediction: Prediction;
  /** What was recognised, for the next time. */
  readonly recognised: Prediction;
  /** How many corrections hold. */
  readonly kept: number;
  readonly lost: readonly Lost[];
}

/** Puts a review onto a new reading of its sheet; what it does not speak of comes as it was read. */
export function carriedReview(fresh: Prediction, review: Review, given: Pick<Placing, 'same' | 'isDrawn'>): Carried {
  const { asset } = fresh;
  const former = review.recognised.asset;
  const otherSet = JSON.stringify(former.symbolSet) !== JSON.stringify(asset.symbolSet);
  const placing: Placing = { ...given, otherSet, size: asset.size };
  const placed = given.same ? review : movedReview(review, asset.transform, former.transform);
  const regions = carriedRegions(fresh, placed, placing);
  const lines = carriedLines(fresh, placed, regions, placing);
  const textsOf = textIdsIn(regions);
  return {
    prediction: {
      asset,
      ...carriedAreas(fresh, placed, given.same),
      regions: inReadingOrder(regions.regions.map(textsOf)),
      links: Object.fromEntries(Object.entries(lines.links).map(([id, link]) => [id, textsOf(link)])),
      connectionPoints: lines.connectionPoints,
    },
    recognised: {
      ...fresh,
      regions: [...fresh.regions, ...regions.absent],
      links: { ...fresh.links, ...lines.absent },
    },
    kept: regions.kept + lines.kept,
    lost: [...regions.lost, ...lines.lost],
  };
}

/** What people said of areas and of the title block; of another drawing it is read anew. */
function carriedAreas(fresh: Prediction, { recognised, reviewed }: Review, same: boolean) {
  const said = new Map(same ? reviewed.areas?.map(({ id, status }) => [id, status]) : []);
  const areas = fresh.areas?.map((area) => ({ ...area, status: said.get(area.id) ?? area.status }));
  const isChanged = same && JSON.stringify(reviewed.sheet) !== JSON.stringify(recognised.sheet);
  const sheet = isChanged ? reviewed.sheet : fresh.sheet;
  return { ...(sheet === undefined ? {} : { sheet }), ...(areas === undefined ? {} : { areas }) };
}

/** Names the texts of labels by the ids that they have now. */
function textIdsIn({ regions, idOf }: CarriedRegions): <T extends Region | SheetLink>(one: T) => T {
  const there = new Set(regions.map(({ id }) => id));
  return (one) =>
    one.userLabelTextIds === undefined
      ? one
      : {
          ...one,
          userLabelTextIds: one.userLabelTextIds.map((id) => idOf.get(id) ?? id).filter((id) => there.has(id)),
        };
}

/** Pixels of the former picture become those of the new one, by the units of the file. */
function movedReview({ recognised, reviewed }: Review, to: Matrix | undefined, from: Matrix | undefined): Review {
  if (!to || !from || to.every((value, n) => Math.abs(value - (from[n] ?? 0)) < 1e-6)) return { recognised, reviewed };
  const matrix = combined(to, inverse(from));
  return { recognised: movedSheet(recognised, matrix), reviewed: movedSheet(reviewed, matrix) };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

function movedSheet({ asset, regions, links, connectionPoints }: Prediction, matrix: Matrix): Prediction {
  const at = (point: Point): Point => {
    const [x, y] = moved(matrix, point);
    return [tenth(x), tenth(y)];
  };
  const boxAt = ({ left, top, width, height }: BoundingBox): BoundingBox => {
    const [a, b] = [moved(matrix, [left, top]), moved(matrix, [left + width, top + height])];
    const whole = (n: 0 | 1) => Math.round(Math.min(a[n], b[n]));
    const far = (n: 0 | 1) => Math.max(1, Math.round(Math.abs(a[n] - b[n])));
    return { left: whole(0), top: whole(1), width: far(0), height: far(1) };
  };
  const mapped = <T>(of: Readonly<Record<string, T>>, change: (one: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(of).map(([id, one]) => [id, change(one)]));
  return {
    asset,
    regions: regions.map((region) => ({ ...region, boundingBox: boxAt(region.boundingBox) })),
    links: mapped(links, (link) => (link.path ? { ...link, path: link.path.map(at) } : link)),
    connectionPoints: mapped(connectionPoints, (point) => ({ ...point, pos: at(point.pos) })),
  };
}
