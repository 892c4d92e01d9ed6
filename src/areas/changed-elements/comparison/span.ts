import type { Changeset } from '../../../api/ports/models.ts';

/** What a comparison is about: all changes from `start` to `end`, both included. */
export interface Span {
  readonly start: Changeset;
  readonly end: Changeset;
}

/** Of the changesets of a model, ascending by index. */
export function spanOf(changesets: readonly Changeset[], startId: string, endId: string): Partial<Span> {
  const find = (id: string) => changesets.find((one) => one.id === id);
  const [start, end] = [find(startId), find(endId)];
  return { ...(start ? { start } : {}), ...(end ? { end } : {}) };
}

/**
 * The changeset whose import has to end first. A comparison needs `end` and the newest one before `start` that is not
 * Failed; of a Failed `end` it only tells the reason.
 */
export function waitsFor(changesets: readonly Changeset[], { start, end }: Span): Changeset | undefined {
  if (end.state !== 'Ready') return end.state === 'Importing' ? end : undefined;
  const before = changesets.findLast(({ index, state }) => index < start.index && state !== 'Failed');
  return before?.state === 'Importing' ? before : undefined;
}

/** The newest imported changeset before `start`; none for the first. */
export const readyBefore = (changesets: readonly Changeset[], { start }: Span): Changeset | undefined =>
  changesets.findLast(({ index, state }) => index < start.index && state === 'Ready');
