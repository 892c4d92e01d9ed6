import { useEffect } from 'react';
import type { Target } from '../../platform/upload/upload.ts';

/** Where files go that are dropped anywhere on the page, or why none are taken. */
export type DropTarget = { readonly target: Target } | { readonly refusal: string };

/** A page says it better than what is around it. */
const levels = ['page', 'twin'] as const;
type Level = (typeof levels)[number];

const targets = new Map<Level, DropTarget>();
const nowhere: DropTarget = { refusal: 'Open a twin first: files are uploaded into a twin.' };

export const dropTarget = (): DropTarget => levels.flatMap((level) => targets.get(level) ?? [])[0] ?? nowhere;

/** Takes what is dropped anywhere as long as this is shown; undefined leaves it to what is around. */
export function useDropTarget(level: Level, given: DropTarget | undefined): void {
  const key = JSON.stringify(given);
  useEffect(() => {
    const target: DropTarget | undefined = key === undefined ? undefined : JSON.parse(key);
    if (target === undefined) return;
    targets.set(level, target);
    return () => {
      if (targets.get(level) === target) targets.delete(level);
    };
  }, [level, key]);
}
