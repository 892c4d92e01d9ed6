import { hash } from 'node:crypto';
import { type Box, boxOf, centerOf, type Point } from '../geometry.ts';
import { labelRuns, runsOf } from '../links/runs.ts';
import {
  type Asset,
  type BoundingBox,
  type ConnectionPoint,
  modelSchema,
  type Prediction,
  pipeClass,
  type Region,
  type SheetLink,
  signalClass,
} from '../prediction.ts';
import { cornersOf, type SheetText } from '../sheet.ts';
import type { SymbolSet } from '../symbols/set.ts';
import type { Recognised, Seen } from './recognise.ts';

export interface PredictOptions {
  /** But for the set, which is known. */
  readonly asset: Omit<Asset, 'symbolSet'>;
  /** What ids are derived from: the same input gives the same ids. */
  readonly inputId: string;
  /** Lines are found by model 1.3 and later. */
  readonly withLinks: boolean;
}

/** A line number stands at most so many heights of its letters from its line. */
const labelReach = 4;

/** Writes down what was recognised. */
export function predictionOf(seen: Seen, found: Recognised, set: SymbolSet, options: PredictOptions): Prediction {
  const idOf = idsFrom(options.inputId);
  const bounds = { width: seen.width, height: seen.height };
  const textIds = seen.texts.map((text) => idOf('text', boxOf(cornersOf(text)), text.text));
  const symbolIds = found.symbols.map(({ box, rule }) => idOf('symbol', box, rule.modelClass));
  const texts = seen.texts.map((text, n) => textRegion(text, textIds[n] ?? '', bounds));
  const symbols = found.symbols.map(({ box, rule, template, confidence }, n): Region => {
    const tag = found.tags[n];
    return {
      id: symbolIds[n] ?? '',
      boundingBox: wholeBox(box, bounds),
      ...{ modelSchema, modelClass: rule.modelClass },
      ...(tag === undefined ? {} : { userLabel: tag.label, userLabelConfidence: rounded(tag.confidence) }),
      ...(tag === undefined ? {} : { userLabelTextIds: tag.texts.map((text) => textIds[text] ?? '') }),
      ...{ description: '', status: 'pending', tags: [rule.modelClass] },
      ...{ orientation: String(template.rotation), confidence: rounded(confidence) },
    };
  });
  const lines = options.withLinks
    ? linesOf(seen, found, set, { idOf, symbolIds, textIds })
    : { links: {}, connectionPoints: {} };
  const asset = { ...options.asset, symbolSet: { id: set.id, version: set.version } };
  return { asset, regions: inReadingOrder([...symbols, ...texts]), ...lines };
}

type IdOf = (kind: string, place: Box, what: string) => string;

/** Ids of twelve characters by kind and place; what lies on each other is told apart by its order. */
function idsFrom(inputId: string): IdOf {
  const given = new Set<string>();
  return (kind, { left, top, right, bottom }, what) => {
    for (let again = 0; ; again++) {
      const place = [left, top, right, bottom].map((value) => value.toFixed(1)).join();
      const text = [inputId, kind, place, what, again].join('\n');
      const id = hash('sha256', text, 'base64url').slice(0, 12);
      if (given.has(id)) continue;
      given.add(id);
      return id;
    }
  };
}

const rounded = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
const tenth = (value: number): number => Math.round(value * 10) / 10;

interface Bounds {
  readonly width: number;
  readonly height: number;
}

function wholeBox(box: Box, { width, height }: Bounds): BoundingBox {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const left = within(Math.floor(box.left + 0.001), width - 1);
  const top = within(Math.floor(box.top + 0.001), height - 1);
  const right = within(Math.ceil(box.right - 0.001), width);
  const bottom = within(Math.ceil(box.bottom - 0.001), height);
  return { top, left, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

const textRegion = (text: SheetText, id: string, bounds: Bounds): Region => ({
  id,
  boundingBox: wholeBox(boxOf(cornersOf(text)), bounds),
  ...{ text: text.text, textStatus: 1, status: 'pending', tags: ['text'], confidence: rounded(text.confidence) },
});

export const inReadingOrder = (regions: readonly Region[]): Region[] =>
  [...regions].sort(
    (a, b) =>
      a.boundingBox.top - b.boundingBox.top || a.boundingBox.left - b.boundingBox.left || (a.id < b.id ? -1 : 1),
  );

interface Ids {
  readonly idOf: IdOf;
  readonly symbolIds: readonly string[];
  readonly textIds: readonly string[];
}

function linesOf(seen: Seen, { links, nodes, symbols }: Recognised, set: SymbolSet, { idOf, symbolIds, textIds }: Ids) {
  const ordered = [...links].sort((a, b) => placeOrder(a.path, b.path));
  const runs = runsOf(ordered, nodes, (symbol) => symbols[symbol]?.rule.inLine === true);
  const labels = lineLabels(seen.texts, set.linePattern);
  const labelOf = labelRuns(ordered, runs, labels);
  const linkIds = ordered.map(
    ({ path, dashed }) => `LINK_${idOf('link', boxOf(path), dashed ? signalClass : pipeClass)}`,
  );
  const points = new Map<number, { id: string; links: string[] }>();
  const pointAt = (node: number, link: string): string => {
    const at = nodes[node]?.at ?? [0, 0];
    const point = points.get(node) ?? { id: `POINT_${idOf('point', boxOf([at]), '')}`, links: [] };
    points.set(node, point);
    if (!point.links.includes(link)) point.links.push(link);
    return point.id;
  };
  const written = ordered.map(({ path, dashed, from, to, taps }, n): [string, SheetLink] => {
    const id = linkIds[n] ?? '';
    const endpoints = [pointAt(from, id), pointAt(to, id)];
    for (const tap of taps) pointAt(tap, id);
    const label = labels[labelOf.get(runs.get(n) ?? -1) ?? -1];
    const link: SheetLink = {
      endpoints,
      ...{ modelSchema, modelClass: dashed ? signalClass : pipeClass },
      ...(label === undefined ? {} : labelMembers(label, seen.texts, textIds)),
      ...{ description: '', status: 'pending', confidence: 1, path: path.map(([x, y]): Point => [tenth(x), tenth(y)]) },
    };
    return [id, link];
  });
  const connectionPoints = [...points].map(([node, { id, links: related }]): [string, ConnectionPoint] => {
    const { at = [0, 0], symbol } = nodes[node] ?? {};
    const assocSymbol = symbol === undefined ? undefined : symbolIds[symbol];
    return [id, { pos: [tenth(at[0]), tenth(at[1])], ...(assocSymbol ? { assocSymbol } : {}), relatedLinks: related }];
  });
  return { links: Object.fromEntries(written), connectionPoints: Object.fromEntries(connectionPoints) };
}

function placeOrder(a: readonly Point[], b: readonly Point[]): number {
  const [p, q] = [boxOf(a), boxOf(b)];
  return p.top - q.top || p.left - q.left || p.bottom - q.bottom || p.right - q.right;
}

interface LineLabel {
  readonly text: number;
  readonly center: Point;
  readonly reach: number;
}

function lineLabels(texts: readonly SheetText[], pattern: string): LineLabel[] {
  // a line number may go on behind what the pattern says
  const form = new RegExp(pattern, 'u');
  return texts.flatMap((text, n) =>
    form.test(text.text)
      ? [{ text: n, center: centerOf(boxOf(cornersOf(text))), reach: labelReach * text.height }]
      : [],
  );
}

const labelMembers = ({ text }: LineLabel, texts: readonly SheetText[], ids: readonly string[]) => ({
  userLabel: texts[text]?.text ?? '',
  userLabelTextIds: [ids[text] ?? ''],
  userLabelConfidence: rounded(texts[text]?.confidence ?? 1),
});
