import { type Box, boxDistance, centerOf, distance, holds, largerSide, noBox } from '../geometry.ts';
import type { SheetText } from '../sheet.ts';
import type { SymbolRule, TagRule } from '../symbols/set.ts';
import { balloonTags } from './balloons.ts';
import { patternOfSet } from './pattern.ts';
import type { Tag } from './tag.ts';
import { writtenIn } from './written.ts';

export interface Tagged {
  readonly rule: SymbolRule;
  readonly box: Box;
}

/** Tags are looked for up to so many times the larger side of the symbol. */
const reach = 2.5;

/**
 * Gives each symbol its tag, in the order of the symbols; each text is given away once, the best pairs first. `isOfPlant`: of
 * which texts tags may be.
 */
export function tagsOf(
  symbols: readonly Tagged[],
  texts: readonly SheetText[],
  rules: readonly TagRule[],
  isOfPlant: (text: SheetText) => boolean = () => true,
): (Tag | undefined)[] {
  const balloons = symbols.flatMap(({ rule }, n) => (rule.tag === 'split' ? [n] : []));
  const read = balloonTags(
    balloons.map((n) => symbols[n]?.box ?? noBox),
    texts,
    isOfPlant,
  );
  const tags = symbols.map((_, n): Tag | undefined => read[balloons.indexOf(n)]);
  const taken = new Set(tags.flatMap((tag) => tag?.texts ?? []));
  // those of tables, notes and title blocks name nothing beside them
  for (const [n, text] of texts.entries()) if (!isOfPlant(text)) taken.add(n);
  const fits = matcher(rules);
  const free = writtenIn(texts, (text) => fits(text), isOfPlant).filter(
    ({ texts: members }) => !members.some((n) => taken.has(n)),
  );
  const middles = free.map(({ box }) => centerOf(box));
  const pairs: Pair[] = [];
  for (const [symbol, { rule, box }] of symbols.entries()) {
    if (rule.tag === 'none' || rule.tag === 'split') continue;
    const most = reach * largerSide(box);
    for (let n = 0; n < free.length; n++) {
      const text = free[n];
      const middle = middles[n];
      if (text === undefined || middle === undefined) continue;
      const far = holds(box, middle) ? 0 : boxDistance(box, text.box);
      // most texts are far away: what is cheap to know comes first
      if (far > most || !fits(text.label, rule.modelClass)) continue;
      // of two that are as near, the one whose middle is nearer
      const cost = far + 0.02 * distance(centerOf(box), middle);
      pairs.push({ symbol, text: n, cost, confidence: text.confidence * (1 - (0.5 * far) / most) });
    }
  }
  for (const { symbol, text, confidence } of bestPairs(pairs)) {
    const { label = '', texts: members = [] } = free[text] ?? {};
    tags[symbol] = { label, texts: members, confidence };
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

/** Whether a text is a tag of a class, or of any. */
export function matcher(rules: readonly TagRule[]): (text: string, modelClass?: string) => boolean {
  const compiled = rules.map(({ pattern, classes }) => ({ form: patternOfSet(pattern, 'whole'), classes }));
  return (text, modelClass) =>
    compiled.some(
      ({ form, classes }) =>
        (modelClass === undefined || classes.length === 0 || classes.includes(modelClass)) && form.test(text),
    );
}
