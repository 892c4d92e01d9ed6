import { isDeepStrictEqual } from 'node:util';
import { distance } from '../geometry.ts';
import type { Asset, ConnectionPoint, Prediction, SheetLink } from '../prediction.ts';
import { nearIn } from './paths.ts';
import { type CarriedRegions, unusedId } from './regions.ts';
import type { Review } from './review.ts';

export interface CarriedPoints {
  readonly links: Prediction['links'];
  readonly connectionPoints: Prediction['connectionPoints'];
}

export interface PointNames {
  /** What a connection point of a review, or of what was recognised for it, is called in the result. */
  of(point: string): string;
  /** The point of the review that a point of the new reading is. */
  former(point: string): string | undefined;
}

/** Connection points of the former reading are those of the new one that lie at the same place. */
export function pointNames(fresh: Prediction, { recognised, reviewed }: Review, size: Asset['size']): PointNames {
  const near = nearIn(size);
  const names = new Map<string, string>();
  const former = new Map<string, string>();
  const name = (from: string, to: string) => {
    names.set(from, to);
    former.set(to, from);
  };
  const old = Object.entries(recognised.connectionPoints);
  for (const [id, { pos }] of old) if (isDeepStrictEqual(fresh.connectionPoints[id]?.pos, pos)) name(id, id);
  const cellOf = (value: number) => Math.floor(value / near);
  const cells = new Map<string, string[]>();
  for (const [id, { pos }] of Object.entries(fresh.connectionPoints)) {
    const key = `${cellOf(pos[0])} ${cellOf(pos[1])}`;
    if (!former.has(id)) cells.set(key, [...(cells.get(key) ?? []), id]);
  }
  for (const [id, { pos }] of old) {
    if (names.has(id)) continue;
    const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => `${cellOf(pos[0]) + dx} ${cellOf(pos[1]) + dy}`));
    const [best] = around
      .flatMap((key) => cells.get(key) ?? [])
      .filter((other) => !former.has(other))
      .map((other) => ({ other, far: distance(fresh.connectionPoints[other]?.pos ?? [0, 0], pos) }))
      .filter(({ far }) => far <= near)
      .sort((a, b) => a.far - b.far);
    if (best) name(id, best.other);
  }
  for (const id of Object.keys(reviewed.connectionPoints)) {
    if (names.has(id)) continue;
    const taken = { has: (one: string) => Object.hasOwn(fresh.connectionPoints, one) || former.has(one) };
    name(id, unusedId(id, taken));
  }
  return { of: (point) => names.get(point) ?? point, former: (point) => former.get(point) };
}

interface Ties {
  readonly regions: CarriedRegions;
  readonly names: PointNames;
  /** Of the result. */
  readonly links: ReadonlyMap<string, SheetLink>;
  /** Where lines of the review went. */
  readonly idOf: ReadonlyMap<string, string>;
}

/** Ties lines and symbols of the result together: as the new reading does, and as people changed that. */
export function carriedPoints(fresh: Prediction, review: Review, ties: Ties): CarriedPoints {
  const { names, links } = ties;
  const { recognised, reviewed } = review;
  const ending = new Map<string, string[]>();
  for (const [id, { endpoints }] of links) {
    for (const point of endpoints) ending.set(point, [...(ending.get(point) ?? []), id]);
  }
  const all = new Set([
    ...Object.keys(fresh.connectionPoints),
    ...Object.keys(reviewed.connectionPoints).map(names.of),
  ]);
  const points: [string, ConnectionPoint][] = [];
  for (const id of all) {
    const [next, was] = [fresh.connectionPoints[id], names.former(id)];
    const before = was === undefined ? undefined : recognised.connectionPoints[was];
    const now = was === undefined ? undefined : reviewed.connectionPoints[was];
    const merged = pointOf({ next, before, now }, ties);
    const ends = ending.get(id) ?? [];
    const relatedLinks = [...new Set([...(merged?.relatedLinks ?? []), ...ends])].filter((link) => links.has(link));
    // without lines a point is there only where a person left it so
    const isBare = relatedLinks.length === 0 && !(now && now.relatedLinks.length === 0);
    if (merged && !isBare) points.push([id, { ...merged, relatedLinks }]);
  }
  const there = new Set(points.map(([id]) => id));
  const tied = [...links].map(([id, link]): [string, SheetLink] => [
    id,
    link.endpoints.every((point) => there.has(point)) ? link : { ...link, endpoints: [] },
  ]);
  return { links: Object.fromEntries(tied), connectionPoints: Object.fromEntries(points) };
}

interface Versions {
  readonly next: ConnectionPoint | undefined;
  readonly before: ConnectionPoint | undefined;
  readonly now: ConnectionPoint | undefined;
}

function pointOf({ next, before, now }: Versions, ties: Ties): ConnectionPoint | undefined {
  const { regions, idOf } = ties;
  const isThere = (id: string | undefined) => id !== undefined && !regions.removed.has(id);
  const tidy = (point: ConnectionPoint, assocSymbol: string | undefined): ConnectionPoint => {
    const { assocSymbol: _, ...rest } = point;
    return isThere(assocSymbol) && assocSymbol !== undefined ? { ...rest, assocSymbol } : rest;
  };
  const symbolOf = (id: string | undefined) => (id === undefined ? undefined : regions.idOf.get(id));
  if (isDeepStrictEqual(before, now) && next) return tidy(next, next.assocSymbol);
  const mine = now ? ofResult(now, idOf) : [];
  const dropped = new Set(before ? ofResult(before, idOf).filter((id) => !mine.includes(id)) : []);
  const relatedLinks = [...mine, ...(next?.relatedLinks ?? []).filter((id) => !dropped.has(id))];
  if (now === undefined) return next && tidy({ ...next, relatedLinks }, next.assocSymbol);
  const isMoved = before === undefined || !isDeepStrictEqual(before.pos, now.pos);
  const isTied = before === undefined || before.assocSymbol !== now.assocSymbol || next === undefined;
  const symbol = isTied ? symbolOf(now.assocSymbol) : next.assocSymbol;
  return tidy({ ...now, pos: isMoved ? now.pos : (next?.pos ?? now.pos), relatedLinks }, symbol);
}

const ofResult = ({ relatedLinks }: ConnectionPoint, idOf: ReadonlyMap<string, string>): string[] =>
  relatedLinks.flatMap((id) => idOf.get(id) ?? []);
