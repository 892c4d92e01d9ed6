import type { LegendEntry } from './colours.ts';
import { ghostLook, hiddenLook, type LookOf, ownLook } from './scene/looks.ts';

/** An element that differs between two versions. */
export interface Changed {
  readonly id: string;
  readonly kind: 'Added' | 'Deleted' | 'Modified';
}

/** Which elements are shown; without `only` all that are not hidden. */
export interface Shown {
  readonly hidden: ReadonlySet<string>;
  readonly only?: ReadonlySet<string>;
}

export const changeColors = { Added: 0x2f9e44, Deleted: 0xe03131, Modified: 0xf59f00 } as const;

export const isShown = ({ hidden, only }: Shown, id: string): boolean => !hidden.has(id) && (only?.has(id) ?? true);

/** How the version that is looked at is drawn: plain, by colour, or with what has changed in it. */
export function looksOf(
  shown: Shown,
  legend: readonly LegendEntry[],
  changes: readonly Changed[] | undefined,
  chosen: string | undefined,
): LookOf {
  const colors = new Map<string, number>();
  for (const { ids, color } of legend) for (const id of ids) colors.set(id, color);
  for (const { id, kind } of changes ?? []) colors.set(id, changeColors[kind]);
  const rest = changes ? ghostLook : ownLook;
  return (id) => {
    if (!isShown(shown, id)) return hiddenLook;
    return colors.get(id) ?? (id === chosen ? ownLook : rest);
  };
}

/** Of the older version only what is gone is drawn. */
export function looksOfOlder(shown: Shown, changes: readonly Changed[]): LookOf {
  const gone = new Set(changes.flatMap(({ id, kind }) => (kind === 'Deleted' ? [id] : [])));
  return (id) => (gone.has(id) && isShown(shown, id) ? changeColors.Deleted : hiddenLook);
}
