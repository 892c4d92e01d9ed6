import type { Engine } from '../../engine.ts';
import { type Box, centerOf, heightOf, largerSide, type Point, widthOf } from '../geometry.ts';
import type { PagesParams } from '../params.ts';
import type { BoundingBox } from '../prediction.ts';
import { withSheet } from '../read-sheet.ts';
import { letterHeight, recognise } from '../recognise/recognise.ts';
import { seenVectors } from '../recognise/vectors.ts';
import { type Sheet, wholeSheet } from '../sheet.ts';
import { all, symbol } from '../symbols/basic-making.ts';
import type { Found } from '../symbols/find.ts';
import type { SymbolRule, SymbolSet } from '../symbols/set.ts';
import { shapesIn } from './shapes-in.ts';

/** A symbol that people marked on a sheet, and what they say it is. */
export interface Marked {
  readonly id: string;
  readonly modelClass: string;
  /** Pixels of the sheet's picture. */
  readonly box: BoundingBox;
  /** How many of the texts of its tag stand inside of it; undefined where it has no tag. */
  readonly textsInside?: number;
}

/** The engine `drawingLearn`: symbols out of what was marked on one sheet. */
export interface LearnParams extends PagesParams {
  readonly page: number;
  readonly symbolSet: SymbolSet;
  readonly marked: readonly Marked[];
}

export interface LearnResult {
  readonly added: readonly { readonly regionId: string; readonly symbol: SymbolRule }[];
  readonly refused: readonly { readonly regionId: string; readonly reason: string }[];
}

const mostShapes = 100;
const mostSymbols = 500;
/** What is so alike is the same symbol. */
const equal = 0.9;
/** A symbol is that of a mark when their middles are so near, in parts of the mark. */
const near = 0.3;
/** Valves and other fittings are at most so many letters large. */
const largestInLine = 5;

/** Takes the lines of marked symbols into a set; what the set has already, or could never find again, is refused. */
export const learnSymbols: Engine<LearnParams, LearnResult> = async (params, context) => {
  const { symbolSet, marked } = params;
  const sheet = await withSheet({ ...params, name: '', output: '' }, context, async ({ vectors }) =>
    vectors === undefined ? undefined : wholeSheet(vectors),
  );
  if (sheet === undefined) {
    return { added: [], refused: marked.map(({ id }) => ({ regionId: id, reason: 'The sheet has no vectors.' })) };
  }
  context.progress({ step: 'Comparing' });
  const seen = seenVectors(sheet);
  const known = recognise(seen, symbolSet).symbols;
  const taken = new Set(symbolSet.symbols.map(({ name }) => name));
  const drafts = marked.map((one) => ({ one, drawn: knownAs(one, known) ?? draft(one, sheet, symbolSet, taken) }));
  const rules = drafts.flatMap(({ drawn }) => (typeof drawn === 'string' ? [] : [drawn]));
  const again = recognise(seen, { ...symbolSet, symbols: rules }).symbols;
  const results = drafts.map(({ one, drawn }) => ({
    one,
    drawn: typeof drawn === 'string' ? drawn : proven(one, drawn, again),
  }));
  const room = Math.max(0, mostSymbols - symbolSet.symbols.length);
  const added = results.flatMap(({ one, drawn }) =>
    typeof drawn === 'string' ? [] : [{ regionId: one.id, symbol: drawn }],
  );
  const refused = results.flatMap(({ one, drawn }) =>
    typeof drawn === 'string' ? [{ regionId: one.id, reason: drawn }] : [],
  );
  const over = added
    .slice(room)
    .map(({ regionId }) => ({ regionId, reason: `A set has at most ${mostSymbols} symbols.` }));
  return { added: added.slice(0, room), refused: [...refused, ...over] };
};

/** The symbol of a set that lies in a mark. */
const foundAt = ({ box: { left, top, width, height } }: Marked, found: readonly Found[]): Found | undefined =>
  found.find(({ box }) => {
    const [x, y] = centerOf(box);
    const [dx, dy] = [x - left - width / 2, y - top - height / 2];
    return Math.hypot(dx, dy) < near * Math.max(width, height) && largerSide(box) > Math.max(width, height) / 2;
  });

function knownAs(one: Marked, found: readonly Found[]): string | undefined {
  const same = foundAt(one, found);
  if (same === undefined || same.confidence < equal) return undefined;
  return `The set has this shape already: "${same.rule.name}", ${same.rule.modelClass}.`;
}

/** A symbol counts when it is found where it was learnt. */
function proven(one: Marked, rule: SymbolRule, found: readonly Found[]): SymbolRule | string {
  const again = foundAt(one, found);
  if (again === undefined) return 'It would not be found again: its lines surround nothing, and none of them slants.';
  if (again.rule === rule) return rule;
  return `It looks like "${again.rule.name}", which was learnt with it.`;
}

/** The symbol as it is drawn, or why there is none. */
function draft(
  { modelClass, box: marked, textsInside }: Marked,
  sheet: Sheet,
  { symbols }: SymbolSet,
  taken: Set<string>,
): SymbolRule | string {
  const { left, top, width, height } = marked;
  const box: Box = { left, top, right: left + width, bottom: top + height };
  const { shapes, ports } = shapesIn(sheet.strokes, box);
  if (shapes.length === 0) return 'No lines are drawn there.';
  if (shapes.length > mostShapes) return `A symbol has at most ${mostShapes} lines; here are ${shapes.length}.`;
  const size = largerSide(box) / letterHeight(sheet.texts, sheet);
  const like = symbols.find((one) => one.modelClass === modelClass);
  const name = nameOf(modelClass, taken);
  taken.add(name);
  const facts = {
    inLine: like?.inLine ?? (size <= largestInLine && goesThrough(ports, box)),
    rotations: all,
    mirrored: true,
    tag: tagOf(textsInside) ?? like?.tag ?? 'near',
    width: Math.round(size * 100) / 100,
  };
  return symbol(name, modelClass, facts, shapes, ports);
}

const tagOf = (inside: number | undefined): SymbolRule['tag'] | undefined =>
  inside === undefined || inside === 0 ? undefined : inside === 1 ? 'inside' : 'split';

/** Pipes reach it from two opposite sides. */
function goesThrough(ports: readonly Point[], box: Box): boolean {
  const [cx, cy] = centerOf(box);
  const sides = ports.map(([x, y]) => {
    const [dx, dy] = [(x - cx) / widthOf(box), (y - cy) / heightOf(box)];
    if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'right' : 'left';
    return dy > 0 ? 'bottom' : 'top';
  });
  return (sides.includes('left') && sides.includes('right')) || (sides.includes('top') && sides.includes('bottom'));
}

function nameOf(modelClass: string, taken: ReadonlySet<string>): string {
  const words = modelClass.toLowerCase().replaceAll('_', ' ');
  const base = `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}, learnt`;
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base} ${n}`;
    if (!taken.has(name)) return name;
  }
}
