import { type Box, boxDistance, boxOf, centerOf, distance, holds, largerSide, type Point } from '../geometry.ts';
import { cornersOf, type SheetText } from '../sheet.ts';
import type { SymbolRule, TagRule } from '../symbols/set.ts';

/** The tag of a symbol, and the texts that it was read from, by their places in the list of texts. */
export interface Tag {
  readonly label: string;
  readonly texts: readonly number[];
  readonly confidence: number;
}

export interface Tagged {
  readonly rule: SymbolRule;
  readonly box: Box;
}

/** Tags are looked for up to so many times the larger side of the symbol. */
const reach = 2.5;

/** Gives each symbol its tag, in the order of the symbols; each text is given away once, the best pairs first. */
export function tagsOf(
  symbols: readonly Tagged[],
  texts: readonly SheetText[],
  rules: readonly TagRule[],
): (Tag | undefined)[] {
  const boxes = texts.map((text) => boxOf(cornersOf(text)));
  const middles = boxes.map(centerOf);
  const tags = symbols.map(({ rule, box }) => (rule.tag === 'split' ? splitTag(box, texts, middles) : undefined));
  const taken = new Set(tags.flatMap((tag) => tag?.texts ?? []));
  const fits = matcher(rules);
  const pairs: Pair[] = [];
  for (const [symbol, { rule, box }] of symbols.entries()) {
    if (rule.tag === 'none' || rule.tag === 'split') continue;
    const most = reach * largerSide(box);
    for (let n = 0; n < texts.length; n++) {
      const text = texts[n];
      const of = boxes[n];
      const middle = middles[n];
      if (text === undefined || of === undefined || middle === undefined) continue;
      const far = holds(box, middle) ? 0 : boxDistance(box, of);
      // most texts are far away: what is cheap to know comes first
      if (far > most || taken.has(n) || !fits(text.text, rule.modelClass)) continue;
      // of two that are as near, the one whose middle is nearer
      const cost = far + 0.02 * distance(centerOf(box), middle);
      pairs.push({ symbol, text: n, cost, confidence: text.confidence * (1 - (0.5 * far) / most) });
    }
  }
  for (const { symbol, text, confidence } of bestPairs(pairs)) {
    tags[symbol] = { label: texts[text]?.text ?? '', texts: [text], confidence };
  }
  return tags;
}

interface Pair {
  readonly symbol: number;
  readonly text: number;
  readonly cost: number;
  readonly confidence: number;
}

/** Nearest first; then whoever went without takes a text whose owner has another. */
function bestPairs(pairs: readonly Pair[]): Pair[] {
  const sorted = [...pairs].sort((a, b) => a.cost - b.cost || a.symbol - b.symbol || a.text - b.text);
  const [ofSymbol, ofText] = [new Map<number, Pair>(), new Map<number, Pair>()];
  const give = (pair: Pair) => {
    ofSymbol.set(pair.symbol, pair);
    ofText.set(pair.text, pair);
  };
  for (const pair of sorted) if (!ofSymbol.has(pair.symbol) && !ofText.has(pair.text)) give(pair);
  for (const pair of sorted) {
    if (ofSymbol.has(pair.symbol)) continue;
    const owner = ofText.get(pair.text);
    const other = owner && sorted.find((one) => one.symbol === owner.symbol && !ofText.has(one.text));
    if (other === undefined) continue;
    give(other);
    give(pair);
  }
  return [...ofSymbol.values()];
}

/** Whether a text is a tag of a class. */
export function matcher(rules: readonly TagRule[]): (text: string, modelClass: string) => boolean {
  const compiled = rules.map(({ pattern, classes }) => ({ form: wholeText(pattern), classes }));
  return (text, modelClass) =>
    compiled.some(({ form, classes }) => (classes.length === 0 || classes.includes(modelClass)) && form.test(text));
}

/** A pattern is for the whole text, whether it says so or not. */
export const wholeText = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'u');

/** Of an instrument: its letters over its number, or one text with both. */
function splitTag(box: Box, texts: readonly SheetText[], middles: readonly Point[]): Tag | undefined {
  const inside: { readonly text: SheetText; readonly n: number }[] = [];
  for (let n = 0; n < texts.length; n++) {
    const text = texts[n];
    const middle = middles[n];
    if (text !== undefined && middle !== undefined && holds(box, middle)) inside.push({ text, n });
  }
  if (inside.length === 0) return undefined;
  const lower = ({ text }: (typeof inside)[number]) => below(text);
  const ordered = inside.sort((a, b) => lower(a) - lower(b) || a.n - b.n);
  const words = ordered.flatMap(({ text }) => text.text.split(/[\s-]+/)).filter((word) => word !== '');
  const letters = words.filter((word) => /^\p{L}+$/u.test(word)).join('');
  const numbers = words.filter((word) => /\d/.test(word));
  const label = letters !== '' && numbers.length > 0 ? [letters, ...numbers].join('-') : words.join('-');
  const confidence =
    Math.min(...ordered.map(({ text }) => text.confidence)) * (numbers.length > 0 && letters !== '' ? 1 : 0.6);
  return { label, texts: ordered.map(({ n }) => n), confidence };
}

/** How far down a text stands, seen in the direction in which it reads. */
function below({ start, end }: SheetText): number {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const [ux, uy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  return start[0] * -uy + start[1] * ux;
}
