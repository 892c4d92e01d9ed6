import { isDeepStrictEqual } from 'node:util';
import type { Region, SheetLink } from '../prediction.ts';

/*
 * What people changed of one thing of a sheet: the members by which it differs from what was recognised.
 */

/** Members that differ, those that are only there once among them. */
export function changedMembers(before: object, after: object): ReadonlySet<string> {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = new Set([...old.keys(), ...now.keys()]);
  return new Set([...names].filter((name) => !isDeepStrictEqual(old.get(name), now.get(name))));
}

type Said = Region | SheetLink;

/** What a drawing says of a thing. */
const saidOf = (one: Said) => [one.modelClass, one.userLabel, 'text' in one ? one.text : undefined];
/** Where it is, and what follows from the whole run. */
const ofItsPlace: ReadonlySet<string> = new Set(['id', 'boundingBox', 'endpoints', 'path', 'associatedTo']);

/**
 * What is known of a thing after a new reading: of what a person decided all that the review says, of the rest what the
 * review changed. Its place is the new one, unless a person moved it.
 */
export function withReview<T extends Said>(fresh: T, review: T, changed: ReadonlySet<string>): T {
  const next: T = { ...fresh };
  const decided = review.status !== 'pending';
  for (const [name, value] of Object.entries(review)) {
    if (name !== 'id' && (changed.has(name) || (decided && !ofItsPlace.has(name))))
      Object.assign(next, { [name]: value });
  }
  const without = Object.keys(next).filter(
    (name) => !Object.hasOwn(review, name) && (changed.has(name) || (decided && !ofItsPlace.has(name))),
  );
  for (const name of without) Reflect.deleteProperty(next, name);
  return next;
}

/** Whether another drawing says something else where a person only confirmed what the former one said. */
export const isOutdated = (before: Said, review: Said, fresh: Said): boolean =>
  review.status !== 'pending' &&
  isDeepStrictEqual(saidOf(before), saidOf(review)) &&
  !isDeepStrictEqual(saidOf(before), saidOf(fresh));
