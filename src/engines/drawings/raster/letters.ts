import type { Component } from '../bitmap/components.ts';
import { placeIndex } from '../connectivity/piece.ts';
import { around, type Box, grown, heightOf, noBox, widthOf } from '../geometry.ts';

/** Pieces of ink that stand in a row as the letters of a text do. */
export interface Word {
  readonly box: Box;
  readonly parts: readonly Component[];
  /** It runs from top to bottom, or from bottom to top. */
  readonly upright: boolean;
}

/** The usual height of letters; undefined where nothing looks like any. */
export function letterSize(components: readonly Component[], thickness: number): number | undefined {
  const heights = components
    .filter(({ box, area }) => {
      const [w, h] = [widthOf(box), heightOf(box)];
      return h >= 5 && h > 2 * thickness && w <= 1.3 * h && w >= 0.25 * h && area < 0.85 * w * h;
    })
    .map(({ box }) => heightOf(box))
    .sort((a, b) => a - b);
  if (heights.length === 0) return undefined;
  let best = { from: 0, count: 0 };
  for (let from = 0, to = 0; from < heights.length; from++) {
    while (to < heights.length && (heights[to] ?? 0) <= 1.3 * (heights[from] ?? 0)) to++;
    if (to - from > best.count) best = { from, count: to - from };
  }
  return heights[best.from + Math.floor(best.count / 2)];
}

/** Groups letters to texts; what stands alone may belong to a text that is turned. */
export function wordsOf(components: readonly Component[], letter: number): Word[] {
  const letters = components.filter(({ box }) => heightOf(box) <= 1.9 * letter && widthOf(box) <= 3 * letter);
  const level = grouped(letters, letter, false);
  const left = level.filter((group) => group.length === 1).flat();
  const upright = grouped(left, letter, true).filter((group) => group.length > 1);
  const taken = new Set(upright.flat());
  const lying = level.filter((group) => !group.some((one) => taken.has(one)));
  return [...lying.map((group) => wordOf(group, false)), ...upright.map((group) => wordOf(group, true))].filter(
    (word) => isText(word, letter),
  );
}

const wordOf = (parts: readonly Component[], upright: boolean): Word => ({
  box: parts.reduce((box, part) => around(box, part.box), noBox),
  parts,
  upright,
});

/** At least one part is as high as a letter, and not a mere stroke of a line. */
const isText = ({ box, parts, upright }: Word, letter: number): boolean => {
  const high = upright ? widthOf(box) : heightOf(box);
  return (
    high <= 2.2 * letter && parts.some((part) => (upright ? widthOf(part.box) : heightOf(part.box)) >= 0.6 * letter)
  );
};

/** How far apart the letters of a text may be, in heights of letters. */
const widestGap = 0.75;

function grouped<T extends { readonly box: Box }>(components: readonly T[], letter: number, upright: boolean): T[][] {
  const groups = new Map<T, T[]>(components.map((one) => [one, [one]]));
  const index = placeIndex(components, ({ box }) => box, 4 * letter);
  for (const one of components) {
    for (const other of index.near(grown(one.box, widestGap * letter))) {
      const [a, b] = [groups.get(one), groups.get(other)];
      if (a === undefined || b === undefined || a === b || !standTogether(one.box, other.box, letter, upright))
        continue;
      for (const part of b) {
        a.push(part);
        groups.set(part, a);
      }
    }
  }
  return [...new Set(groups.values())];
}

function standTogether(a: Box, b: Box, letter: number, upright: boolean): boolean {
  const [from, to, low, high] = upright
    ? [Math.max(a.left, b.left), Math.min(a.right, b.right), Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)]
    : [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom), Math.max(a.left, b.left), Math.min(a.right, b.right)];
  const across = upright ? Math.min(widthOf(a), widthOf(b)) : Math.min(heightOf(a), heightOf(b));
  return to - from >= 0.5 * across && low - high <= widestGap * letter;
}
