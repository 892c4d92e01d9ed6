import { labelRuns, runsOf } from '../connectivity/runs.ts';
import { type Box, boxOf, centerOf, holds, type Point } from '../geometry.ts';
import {
  type Asset,
  type ConnectionPoint,
  modelSchema,
  type Prediction,
  pipeClass,
  type Region,
  type SheetLink,
  signalClass,
} from '../prediction.ts';
import { cornersOf, type SheetText } from '../sheet.ts';
import { automaticSet, sharesOf } from '../symbols/automatic.ts';
import type { SymbolSet } from '../symbols/set.ts';
import { patternOfSet } from '../texts/pattern.ts';
import { areaMembers } from './predict-areas.ts';
import { type Bounds, type IdOf, idsFrom, rounded, wholeBox } from './predict-parts.ts';
import { propertiesOf, signalKind } from './properties.ts';
import type { Recognised, Seen } from './recognise.ts';

export interface PredictOptions {
  /** But for the set, which is known. */
  readonly asset: Omit<Asset, 'symbolSet' | 'symbolSets'>;
  /** What ids are derived from: the same input gives the same ids. */
  readonly inputId: string;
  /** Lines are found by model 1.3 and later. */
  readonly withLinks: boolean;
}

/** A line number stands at most so many heights of its letters from its line. */
const labelReach = 4;
/** A leader ends at it, or nearly. */
const tipReach = 1.5;

/** Writes down what was recognised. */
export function predictionOf(seen: Seen, found: Recognised, set: SymbolSet, options: PredictOptions): Prediction {
  const idOf = idsFrom(options.inputId);
  const bounds = { width: seen.width, height: seen.height };
  const textIds = seen.texts.map((text) => idOf('text', boxOf(cornersOf(text)), text.text));
  const symbolIds = found.symbols.map(({ box, rule }) => idOf('symbol', box, rule.modelClass));
  const texts = seen.texts.map((text, n) => textRegion(text, textIds[n] ?? '', bounds));
  const symbols = found.symbols.map(({ box, rule, template, confidence }, n): Region => {
    const tag = found.tags[n];
    const properties = propertiesOf(rule, tag?.label);
    return {
      id: symbolIds[n] ?? '',
      boundingBox: wholeBox(box, bounds),
      modelSchema,
      modelClass: rule.modelClass,
      ...(tag === undefined ? {} : { userLabel: tag.label, userLabelConfidence: rounded(tag.confidence) }),
      ...(tag === undefined ? {} : { userLabelTextIds: tag.texts.map((text) => textIds[text] ?? '') }),
      description: '',
      status: 'pending',
      tags: [rule.modelClass],
      orientation: String(template.rotation),
      confidence: rounded(confidence),
      ...(properties === undefined ? {} : { properties }),
    };
  });
  const lines = options.withLinks
    ? linesOf(seen, found, set, { idOf, symbolIds, textIds })
    : { links: {}, connectionPoints: {} };
  const asset = { ...options.asset, ...setMembers(found, set) };
  const around = seen.areas === undefined ? {} : areaMembers(seen.areas, { idOf, textIds, bounds });
  return { asset, ...around, regions: inReadingOrder([...symbols, ...texts]), ...lines };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The set that was looked for; of all that is built in the one that knew most of the symbols. */
function setMembers({ symbols }: Recognised, set: SymbolSet): Pick<Asset, 'symbolSet' | 'symbolSets'> {
  if (set !== automaticSet) return { symbolSet: { id: set.id, version: set.version } };
  const symbolSets = sharesOf(symbols.map(({ rule }) => rule));
  const [{ id, version } = set] = symbolSets;
  return { symbolSet: { id, version }, symbolSets };
}

const textRegion = (text: SheetText, id: string, bounds: Bounds): Region => ({
  id,
  boundingBox: wholeBox(boxOf(cornersOf(text)), bounds),
  text: text.text,
  textStatus: 1,
  status: 'pending',
  tags: ['text'],
  confidence: rounded(text.confidence),
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
  const labels = lineLabels(
    seen,
    symbols.map(({ box }) => box),
    set.linePattern,
  );
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
  const written = ordered.map((drawn, n): [string, SheetLink] => {
    const { path, dashed, from, to, taps } = drawn;
    const id = linkIds[n] ?? '';
    const endpoints = [pointAt(from, id), pointAt(to, id)];
    for (const tap of taps) pointAt(tap, id);
    const label = labels[labelOf.get(runs.get(n) ?? -1) ?? -1];
    const link: SheetLink = {
      endpoints,
      modelSchema,
      modelClass: dashed ? signalClass : pipeClass,
      ...(dashed
        ? {
            properties: {
              kind: signalKind(seen, drawn, (node) => symbols[nodes[node]?.symbol ?? -1]?.rule.modelClass),
            },
          }
        : {}),
      ...(label === undefined ? {} : labelMembers(label, seen.texts, textIds)),
      description: '',
      status: 'pending',
      confidence: 1,
      path: path.map(([x, y]): Point => [tenth(x), tenth(y)]),
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

function lineLabels({ texts, areas }: Seen, symbols: readonly Box[], pattern: string): LineLabel[] {
  // a line number may go on behind what the pattern says
  const form = patternOfSet(pattern, 'part');
  const tips = new Map(areas?.leaders.map(({ text, tip }) => [text, tip]));
  return texts.flatMap((text, n) => {
    const middle = centerOf(boxOf(cornersOf(text)));
    // what stands in a connector is the number of another sheet
    const isElsewhere = areas?.isPlant(middle) === false || symbols.some((box) => holds(box, middle));
    if (!form.test(text.text) || isElsewhere) return [];
    const tip = tips.get(n);
    return [{ text: n, center: tip ?? middle, reach: (tip ? tipReach : labelReach) * text.height }];
  });
}

const labelMembers = ({ text }: LineLabel, texts: readonly SheetText[], ids: readonly string[]) => ({
  userLabel: texts[text]?.text ?? '',
  userLabelTextIds: [ids[text] ?? ''],
  userLabelConfidence: rounded(texts[text]?.confidence ?? 1),
});
