import { isDeepStrictEqual } from 'node:util';
import { placeIndex } from '../connectivity/piece.ts';
import { boxOf, grown } from '../geometry.ts';
import type { Asset, Prediction, SheetLink } from '../prediction.ts';
import { nearIn, partOn, type Track, trackOf } from './paths.ts';
import type { CarriedRegions } from './regions.ts';
import type { Review } from './review.ts';

/** The line of a review, or of what was recognised for it, that a line of the new reading is, or is a part of. */
interface Pair {
  readonly id: string;
  readonly whole: boolean;
}

export interface LinePairs {
  /** By ids of the new reading. */
  readonly of: ReadonlyMap<string, Pair>;
  /** Lines of the review that have one. */
  readonly claimed: ReadonlySet<string>;
  /** Lines of the new reading that nothing was known of, and that lie on these. */
  coveredBy(links: readonly Named[]): string[];
}

type Named = readonly [id: string, link: SheetLink];

interface Tracked {
  readonly id: string;
  readonly link: SheetLink;
  readonly track: Track;
}

interface Around {
  readonly regions: CarriedRegions;
  readonly size: Asset['size'];
}

/** So much of a line lies on the other one. */
const leastOn = 0.8;
const indexCell = 128;

export function linePairs(fresh: Prediction, { recognised, reviewed }: Review, around: Around): LinePairs {
  const near = nearIn(around.size);
  const pairs = new Map<string, Pair>();
  const claimed = new Set<string>();
  const pair = (id: string, one: Pair) => {
    pairs.set(id, one);
    claimed.add(one.id);
  };
  for (const [id, link] of Object.entries(fresh.links)) {
    const same = recognised.links[id];
    const exact = same && isDeepStrictEqual(same.path, link.path) && isDeepStrictEqual(same.endpoints, link.endpoints);
    if (exact) pair(id, { id, whole: true });
  }
  const drawn = tracked(Object.entries(reviewed.links).filter(([id]) => recognised.links[id] === undefined));
  const known = tracked(Object.entries(recognised.links).filter(([id]) => !claimed.has(id)));
  const rest = tracked(Object.entries(fresh.links).filter(([id]) => !pairs.has(id)));
  const find = { drawn: finderOf(drawn, near), known: finderOf(known, near) };
  const endsOf = endsIn(fresh, reviewed, around.regions);
  for (const one of rest) {
    const isFree = ({ id, link }: Tracked) => !claimed.has(id) && link.modelClass === one.link.modelClass;
    const hand = find
      .drawn(one.track)
      .filter(isFree)
      .find((other) => isSame(one, other) || endsOf.meet(one, other));
    const whole =
      hand ??
      find
        .known(one.track)
        .filter(isFree)
        .find((other) => isSame(one, other));
    if (whole) pair(one.id, { id: whole.id, whole: true });
  }
  const wholes = new Set(claimed);
  for (const one of rest.filter(({ id }) => !pairs.has(id))) {
    const of = find
      .known(one.track)
      .find((other) => !wholes.has(other.id) && partOn(one.track, [other.track], near) >= leastOn);
    if (of && of.link.modelClass === one.link.modelClass) pair(one.id, { id: of.id, whole: false });
  }
  return {
    of: pairs,
    claimed,
    coveredBy(links) {
      const tracks = tracked(links).map(({ track }) => track);
      const unknown = tracks.length === 0 ? [] : rest.filter(({ id }) => !pairs.has(id));
      return unknown.filter(({ track }) => partOn(track, tracks, near) >= leastOn).map(({ id }) => id);
    },
  };

  function isSame(a: Tracked, b: Tracked): boolean {
    return partOn(a.track, [b.track], near) >= leastOn && partOn(b.track, [a.track], near) >= leastOn;
  }
}

const tracked = (links: readonly Named[]): Tracked[] =>
  links.map(([id, link]) => ({ id, link, track: trackOf(link.path) }));

/** Lines that may lie on a track. */
function finderOf(lines: readonly Tracked[], near: number): (track: Track) => readonly Tracked[] {
  const index = placeIndex(lines, ({ track }) => grown(track.box, near), indexCell);
  return ({ path, box }) => (path.length === 0 ? [] : index.near(path.length > 1 ? box : boxOf(path)));
}

/** Whether two lines tie the same two symbols. */
function endsIn(fresh: Prediction, reviewed: Prediction, { idOf }: CarriedRegions) {
  const ends = ({ connectionPoints }: Prediction, { endpoints }: SheetLink): (string | undefined)[] =>
    endpoints.map((point) => connectionPoints[point]?.assocSymbol);
  return {
    meet(one: Tracked, other: Tracked): boolean {
      const a = ends(fresh, one.link);
      const b = ends(reviewed, other.link).map((id) => id && idOf.get(id));
      const tied = a.length === 2 && a.every((end) => end !== undefined);
      return tied && isDeepStrictEqual(a.toSorted(), b.toSorted());
    },
  };
}
