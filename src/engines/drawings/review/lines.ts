import { isDeepStrictEqual } from 'node:util';
import type { Prediction, SheetLink } from '../prediction.ts';
import { type LinePairs, linePairs } from './line-pairs.ts';
import { changedMembers, isOutdated, withReview } from './members.ts';
import { trackOf } from './paths.ts';
import { type CarriedPoints, carriedPoints, pointNames } from './points.ts';
import { type CarriedRegions, unusedId } from './regions.ts';
import type { Lost, Placing, Review } from './review.ts';

export interface CarriedLines extends CarriedPoints {
  /** What was removed and is not found again. */
  readonly absent: Prediction['links'];
  readonly kept: number;
  readonly lost: readonly Lost[];
}

/** Lines of the result, by their ids, and where those of the review went. */
interface Placed {
  readonly links: Map<string, SheetLink>;
  readonly idOf: Map<string, string>;
  readonly lost: Lost[];
  kept: number;
}

/** Puts what a review says of pipes and signal lines on those of a new reading. */
export function carriedLines(
  fresh: Prediction,
  review: Review,
  regions: CarriedRegions,
  placing: Placing,
): CarriedLines {
  const { recognised, reviewed } = review;
  const names = pointNames(fresh, review, placing.size);
  const pairs = linePairs(fresh, review, { regions, size: placing.size });
  const placed: Placed = { links: new Map(), idOf: new Map(), lost: [], kept: 0 };
  for (const [id, link] of Object.entries(fresh.links)) placeFresh(id, link, { review, pairs, names, placing }, placed);
  const left = Object.entries(reviewed.links).filter(([id]) => !pairs.claimed.has(id));
  const stay = left.filter(([id, link]) => staysWithout(id, link, { review, regions, placing }, placed));
  for (const id of pairs.coveredBy(stay.filter(([, { status }]) => status !== 'deleted'))) placed.links.delete(id);
  for (const [id, link] of stay) {
    const free = unusedId(id, placed.links);
    placed.idOf.set(id, free);
    placed.links.set(free, { ...link, endpoints: link.endpoints.map(names.of) });
  }
  const points = carriedPoints(fresh, review, { regions, names, links: placed.links, idOf: placed.idOf });
  const absent = Object.entries(recognised.links).filter(
    ([id]) => placing.same && reviewed.links[id] === undefined && !pairs.claimed.has(id),
  );
  return { ...points, absent: Object.fromEntries(absent), kept: placed.kept, lost: placed.lost };
}

interface FreshContext {
  readonly review: Review;
  readonly pairs: LinePairs;
  readonly names: { of(point: string): string };
  readonly placing: Placing;
}

/** What becomes of a line that the new reading has. */
function placeFresh(
  id: string,
  link: SheetLink,
  { review, pairs, names, placing }: FreshContext,
  placed: Placed,
): void {
  const pair = pairs.of.get(id);
  if (pair === undefined) return void placed.links.set(id, link);
  const [before, now] = [review.recognised.links[pair.id], review.reviewed.links[pair.id]];
  if (pair.whole) placed.idOf.set(pair.id, id);
  if (now === undefined) {
    placed.kept++;
    return;
  }
  const changed = before && changedMembers(before, now);
  if (changed?.size === 0) return void placed.links.set(id, link);
  if (before && !placing.same && isOutdated(before, now, link)) {
    placed.lost.push({ ...toldOf(now), why: 'changed' });
    placed.links.set(id, link);
    return;
  }
  placed.kept++;
  if (changed === undefined) return void placed.links.set(id, { ...now, endpoints: now.endpoints.map(names.of) });
  const next = pair.whole ? withReview(link, now, changed) : partWithReview(link, now, changed);
  const isTied = pair.whole && changed.has('endpoints');
  placed.links.set(id, isTied ? { ...next, endpoints: now.endpoints.map(names.of) } : next);
}

/** A part of a reviewed line keeps its own ends. */
const partWithReview = (link: SheetLink, now: SheetLink, changed: ReadonlySet<string>): SheetLink =>
  withReview(link, now, new Set([...changed].filter((name) => name !== 'endpoints' && name !== 'path')));

interface LeftContext {
  readonly review: Review;
  readonly regions: CarriedRegions;
  readonly placing: Placing;
}

/** Whether a line of the review stays though the new reading does not have it. */
function staysWithout(id: string, link: SheetLink, context: LeftContext, placed: Placed): boolean {
  const { review, regions, placing } = context;
  const ends = link.endpoints.map((point) => review.reviewed.connectionPoints[point]?.assocSymbol);
  const before = review.recognised.links[id];
  const isTouched = before === undefined || !isDeepStrictEqual(before, link);
  // a symbol that a person keeps stays tied to what it was tied to
  if (!isTouched) return placing.same && ends.some((end) => end !== undefined && regions.added.has(end));
  const areThere = ends.every((end) => end === undefined || regions.idOf.has(end));
  const stays = placing.same || (before === undefined && areThere);
  if (stays) placed.kept++;
  else if (link.status !== 'deleted') placed.lost.push({ ...toldOf(link), why: 'empty' });
  return stays;
}

function toldOf({ modelClass, userLabel, path }: SheetLink) {
  const [x, y] = trackOf(path).path[0] ?? [0, 0];
  return { kind: 'line' as const, modelClass, label: userLabel, at: [Math.round(x), Math.round(y)] as const };
}
