import { boxOf, centerOf, type Point } from '../geometry.ts';
import { type Link, linksOf, plantLinks } from '../links/links.ts';
import { type Network, networkOf, withoutStubs } from '../links/network.ts';
import type { Piece } from '../links/piece.ts';
import { cornersOf, type Sheet, type SheetText, usualHeight } from '../sheet.ts';
import { type Found, findSymbols, type MeasuredInk, measuredInk } from '../symbols/find.ts';
import type { Ink } from '../symbols/ink.ts';
import { preparedTemplates } from '../symbols/prepared.ts';
import type { SymbolSet } from '../symbols/set.ts';
import type { Template } from '../symbols/template.ts';
import { type Tag, tagsOf } from '../texts/tags.ts';

/** What of a sheet the recogniser looks at, whether it came as lines or as a picture. */
export interface Seen {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly SheetText[];
  /** Lines without texts, in a grid of its own. */
  readonly ink: Ink;
  /** The same, if it was measured already. */
  readonly measured?: MeasuredInk;
  /** From pixels of the sheet to cells of the ink. */
  readonly inkScale: number;
  /** Height of the letters, in pixels. */
  readonly letter: number;
  /** How far ends may lie from what they meet, in pixels. */
  readonly touch: number;
  /** The stretches of lines outside of these symbols. */
  pieces(symbols: readonly Found[]): readonly Piece[];
  /** Dots that tie crossing lines. */
  readonly dots: readonly Point[];
}

/** The graph of a sheet. */
export interface Recognised {
  readonly symbols: readonly Found[];
  readonly tags: readonly (Tag | undefined)[];
  readonly links: readonly Link[];
  readonly nodes: Network['nodes'];
}

/** Finds symbols, their tags and the lines between them. `templates`: those of the set. */
export function recognise(
  seen: Seen,
  set: SymbolSet,
  templates: readonly Template[] = preparedTemplates(set),
): Recognised {
  const { ink, inkScale, letter, touch, texts } = seen;
  const centers = texts.map((text) => centerOf(boxOf(cornersOf(text))));
  const hasText: Parameters<typeof findSymbols>[2]['hasText'] = (box) =>
    centers.some(([x, y]) => {
      const [cx, cy] = [x * inkScale, y * inkScale];
      return cx > box.left && cx < box.right && cy > box.top && cy < box.bottom;
    });
  const search = {
    minConfidence: set.minConfidence,
    letterHeight: texts.length === 0 ? undefined : letter * inkScale,
    hasText,
  };
  const measured = seen.measured ?? measuredInk(ink, templates, search.letterHeight);
  const symbols = findSymbols(measured, templates, search).map((one) => inPixels(one, inkScale));
  const network = withoutStubs(networkOf(seen.pieces(symbols), seen.dots, touch), letter);
  const boxes = symbols.map(({ box }) => box);
  return {
    symbols,
    tags: tagsOf(symbols, texts, set.tags),
    links: plantLinks(linksOf(network), network.nodes, boxes, touch),
    nodes: network.nodes,
  };
}

function inPixels(found: Found, scale: number): Found {
  const { left, top, right, bottom } = found.box;
  return {
    ...found,
    box: { left: left / scale, top: top / scale, right: right / scale, bottom: bottom / scale },
    hull: found.hull.map(([x, y]) => [x / scale, y / scale]),
  };
}

/** The usual height of letters; of a sheet without texts a guess by its size. */
export const letterHeight = (texts: readonly SheetText[], size: Pick<Sheet, 'width' | 'height'>): number =>
  usualHeight(texts.map(({ height }) => height)) ?? letterBySize(size);

export const letterBySize = ({ width, height }: Pick<Sheet, 'width' | 'height'>): number =>
  Math.max(width, height) / 150;
