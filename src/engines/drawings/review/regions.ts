import type { BoundingBox, Prediction, Region } from '../prediction.ts';
import { counterparts } from './match.ts';
import { changedMembers, isOutdated, withReview } from './members.ts';
import type { Lost, Placing, Review } from './review.ts';

export interface CarriedRegions {
  readonly regions: readonly Region[];
  /** From ids of the review, and of what was recognised for it, to those of the result. */
  readonly idOf: ReadonlyMap<string, string>;
  /** What the new reading does not have, by the ids of the review. */
  readonly added: ReadonlySet<string>;
  /** What the new reading found, and a person has removed. */
  readonly removed: ReadonlySet<string>;
  /** What was removed and is not found again; a later reading may find it. */
  readonly absent: readonly Region[];
  readonly kept: number;
  readonly lost: readonly Lost[];
}

type Fate = Region | 'lost' | undefined;

/** Puts what a review says of symbols and texts on those of a new reading. */
export function carriedRegions(fresh: Prediction, review: Review, placing: Placing): CarriedRegions {
  const { recognised, reviewed } = review;
  const known = new Map(recognised.regions.map((region) => [region.id, region]));
  const now = new Map(reviewed.regions.map((region) => [region.id, region]));
  const found = counterparts(recognised.regions, fresh.regions, placing.size);
  const claimed = new Set([...found.values()].map(({ id }) => id));
  const drawn = reviewed.regions.filter(({ id }) => !known.has(id));
  const free = fresh.regions.filter(({ id }) => !claimed.has(id));
  for (const [id, region] of counterparts(drawn, free, placing.size)) found.set(id, region);

  const result = new Map(fresh.regions.map((region) => [region.id, region]));
  const idOf = new Map([...found].map(([id, region]) => [id, region.id]));
  const [added, removed] = [new Set<string>(), new Set<string>()];
  const lost: Lost[] = [];
  let kept = 0;
  const tell = (region: Region, why: Lost['why']) => lost.push({ ...toldOf(region), why });
  for (const region of reviewed.regions) {
    const [before, next] = [known.get(region.id), found.get(region.id)];
    const changed = before && changedMembers(before, region);
    if (changed?.size === 0) continue;
    if (next && before && !placing.same && isOutdated(before, region, next)) {
      tell(region, 'changed');
      continue;
    }
    const fate = next ? atItsPlace(next, region, changed) : withoutPlace(region, before !== undefined, placing);
    if (fate === 'lost') tell(region, 'empty');
    if (fate === 'lost' || fate === undefined) continue;
    const id = next?.id ?? unusedId(region.id, result);
    idOf.set(region.id, id);
    if (!next) added.add(region.id);
    result.set(id, { ...fate, id });
    kept++;
  }
  for (const { id } of recognised.regions) {
    const next = found.get(id);
    if (now.has(id) || !next) continue;
    removed.add(next.id);
    result.delete(next.id);
    kept++;
  }
  const absent = recognised.regions.filter(({ id }) => placing.same && !now.has(id) && !found.has(id));
  return { regions: [...result.values()], idOf, added, removed, absent, kept, lost };
}

const atItsPlace = (next: Region, region: Region, changed: ReadonlySet<string> | undefined): Region =>
  // what a person drew stays as it was drawn, though it is found now
  changed === undefined ? region : withReview(next, region, changed);

/** What becomes of a region that the new reading does not have. */
function withoutPlace(region: Region, wasFound: boolean, { same, otherSet, isDrawn, size }: Placing): Fate {
  const { left, top, width, height } = region.boundingBox;
  const outside = left < 0 || top < 0 || left + width > size.width || top + height > size.height;
  if (same && !outside) return region;
  if (region.status === 'deleted') return undefined;
  const mayBeThere = !wasFound || otherSet;
  return !outside && mayBeThere && isDrawn(region.boundingBox) ? region : 'lost';
}

const toldOf = ({ modelClass, userLabel, text, boundingBox }: Region) => ({
  kind: modelClass === undefined ? ('text' as const) : ('symbol' as const),
  modelClass,
  label: userLabel ?? text,
  at: middleOf(boundingBox),
});

const middleOf = ({ left, top, width, height }: BoundingBox): readonly [number, number] => [
  Math.round(left + width / 2),
  Math.round(top + height / 2),
];

/** An id that the result does not have. */
export function unusedId(id: string, taken: { has(id: string): boolean }): string {
  let free = id;
  for (let again = 1; taken.has(free); again++) free = `${id.slice(0, 90)}-${again}`;
  return free;
}
