import type { SheetAreas } from '../areas/areas.ts';
import type { BinaryBitmap } from '../bitmap/bitmap.ts';
import { type Link, linksOf, plantLinks } from '../connectivity/links.ts';
import { type Network, networkOf, withoutStubs } from '../connectivity/network.ts';
import type { Piece } from '../connectivity/piece.ts';
import { thinWidth, withSignals } from '../connectivity/signals.ts';
import type { Tick } from '../connectivity/ticks.ts';
import { boxOf, centerOf, type Point } from '../geometry.ts';
import { cornersOf, type Sheet, type SheetText, usualHeight } from '../sheet.ts';
import { type Found, findSymbols, type MeasuredInk, measuredInk } from '../symbols/find.ts';
import { preparedTemplates } from '../symbols/prepared.ts';
import type { SymbolSet } from '../symbols/set.ts';
import type { Slant } from '../symbols/slants.ts';
import type { Template } from '../symbols/template.ts';
import type { Tag } from '../texts/tag.ts';
import { tagsOf } from '../texts/tags.ts';
import { assembled } from './assemble.ts';

/** What of a sheet the recogniser looks at, whether it came as lines or as a picture. */
export interface Seen {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly SheetText[];
  /** What of the sheet is no plant; undefined where nobody looked for it. */
  readonly areas?: SheetAreas;
  /** Lines without texts, in a grid of its own. */
  readonly ink: BinaryBitmap;
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
  /** Slanting lines that the file tells of; undefined of pictures. */
  readonly slants?: readonly Slant[];
  /** Straight dashed lines that the file calls dashed; undefined of pictures. */
  readonly dashes?: readonly (readonly [Point, Point])[];
  /** Marks across lines, which say what kind of signal they are; undefined of pictures. */
  readonly ticks?: readonly Tick[];
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
  const isPlant = (place: Point): boolean => seen.areas?.isPlant(place) !== false;
  const centers = texts.map((text) => centerOf(boxOf(cornersOf(text))));
  const textsIn: Parameters<typeof findSymbols>[2]['textsIn'] = (box) =>
    centers.flatMap(([x, y], n) => {
      const [cx, cy] = [x * inkScale, y * inkScale];
      return cx > box.left && cx < box.right && cy > box.top && cy < box.bottom ? [texts[n]?.text ?? ''] : [];
    });
  const { dashes } = seen;
  const hasDashes = (a: Point, b: Point, near: number): boolean =>
    dashes?.some(([p, q]) => {
      const ends = (from: Point, to: Point) =>
        Math.hypot(p[0] * inkScale - from[0], p[1] * inkScale - from[1]) < near &&
        Math.hypot(q[0] * inkScale - to[0], q[1] * inkScale - to[1]) < near;
      return ends(a, b) || ends(b, a);
    }) === true;
  const search = {
    minConfidence: set.minConfidence,
    letterHeight: texts.length === 0 ? undefined : letter * inkScale,
    textsIn,
    hasDashes,
    slants:
      seen.slants?.map(({ box: { left, top, right, bottom }, rising }) => ({
        box: { left: left * inkScale, top: top * inkScale, right: right * inkScale, bottom: bottom * inkScale },
        rising,
      })) ?? [],
    isFree: ([x, y]: Point) => isPlant([x / inkScale, y / inkScale]),
  };
  const measured = seen.measured ?? measuredInk(ink, templates, search.letterHeight);
  const found = assembled(findSymbols(measured, templates, search), ink);
  const symbols = found.map((one) => inPixels(one, inkScale));
  const pieces = seen.pieces(symbols);
  const kinds = {
    isInstrument: (n: number) => symbols[n]?.rule.modelClass === 'INSTRUMENT',
    isInLine: (n: number) => symbols[n]?.rule.inLine === true && symbols[n]?.rule.modelClass !== 'CONTROL_VALVE',
  };
  const whole = withoutStubs(networkOf(pieces, seen.dots, touch), letter);
  const network = withSignals(whole, kinds, thinWidth(pieces));
  const boxes = symbols.map(({ box }) => box);
  return {
    symbols,
    tags: tagsOf(symbols, texts, set.tags, (text) => isPlant(centerOf(boxOf(cornersOf(text))))),
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
