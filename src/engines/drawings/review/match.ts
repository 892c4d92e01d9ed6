import { isDeepStrictEqual } from 'node:util';
import { placeIndex } from '../connectivity/piece.ts';
import type { Box } from '../geometry.ts';
import type { Asset, BoundingBox, Region } from '../prediction.ts';

/*
 * Which region of one reading is the same thing as one of another: by place, kind, and what it says.
 */

type Size = Asset['size'];

const leastShared = 0.3;
/** Of what a person drew by hand so much of the smaller box lies in the other one. */
const leastWithin = 0.6;
/** Pixels. */
const indexCell = 64;

const areaOf = ({ width, height }: BoundingBox): number => width * height;

function sharedArea(a: BoundingBox, b: BoundingBox): number {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** 1 for the same box, 0 for boxes that do not meet. */
function overlap(a: BoundingBox, b: BoundingBox): number {
  const shared = sharedArea(a, b);
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared);
}

const within = (a: BoundingBox, b: BoundingBox): number => sharedArea(a, b) / Math.min(areaOf(a), areaOf(b));
const isText = ({ modelClass }: Region): boolean => modelClass === undefined;
const isAlike = (a: Region, b: Region): boolean => a.modelClass === b.modelClass && a.text === b.text;

/** How well two regions go together; 0: not at all. */
function likeness(a: Region, b: Region): number {
  if (isText(a) !== isText(b)) return 0;
  const shared = overlap(a.boundingBox, b.boundingBox);
  if (shared >= leastShared) return shared + (isAlike(a, b) ? 1 : 0);
  return isAlike(a, b) && !isText(a) && within(a.boundingBox, b.boundingBox) >= leastWithin ? shared : 0;
}

const edgesOf = ({ left, top, width, height }: BoundingBox): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** The counterparts of regions, by their ids: each has one at most, and is one of one at most. The best pairs go first. */
export function counterparts(
  former: readonly Region[],
  fresh: readonly Region[],
  { width, height }: Size,
): Map<string, Region> {
  const pairs = new Map<string, Region>();
  const taken = new Set<Region>();
  const pair = (a: Region, b: Region) => {
    if (pairs.has(a.id) || taken.has(b)) return;
    pairs.set(a.id, b);
    taken.add(b);
  };
  // the same file gives the same ids
  const byId = new Map(fresh.map((region) => [region.id, region]));
  for (const region of former) {
    const same = byId.get(region.id);
    const exact = same && isDeepStrictEqual(same.boundingBox, region.boundingBox) && isText(same) === isText(region);
    if (exact) pair(region, same);
  }
  const free = fresh.filter((region) => !taken.has(region));
  const index = placeIndex(free, ({ boundingBox }) => edgesOf(boundingBox), indexCell);
  const near = ({ boundingBox }: Region): Region[] => {
    const { left, top, right, bottom } = edgesOf(boundingBox);
    const inside = { left: Math.max(0, left), top: Math.max(0, top) };
    return index.near({ ...inside, right: Math.min(width, right), bottom: Math.min(height, bottom) });
  };
  const rest = former
    .filter(({ id }) => !pairs.has(id))
    .flatMap((a) => near(a).map((b) => ({ a, b, likeness: likeness(a, b) })))
    .filter((one) => one.likeness > 0)
    .sort((p, q) => q.likeness - p.likeness);
  for (const { a, b } of rest) pair(a, b);
  return pairs;
}
