import { type BinaryBitmap, coreOf } from '../bitmap/bitmap.ts';
import { type Box, between, centerOf, holds, type Point } from '../geometry.ts';
import { noClaims, type Placed } from './claims.ts';
import { distancesOf, perCell } from './distances.ts';
import { at, coverage, covers, distanceAt, type Fit, foreignInk, sizeAt } from './fit.ts';
import { farthestAsked, type Guess, guessesIn, mostRefined, mostStretch, nearOf } from './guesses.ts';
import { type LineDistances, refined } from './refine.ts';
import type { SymbolRule } from './set.ts';
import type { Slant } from './slants.ts';
import type { Template } from './template.ts';

/** A symbol that was found; places in cells of the ink. */
export interface Found {
  readonly template: Template;
  readonly rule: SymbolRule;
  readonly box: Box;
  readonly hull: readonly Point[];
  /** 1 for an equal shape. */
  readonly confidence: number;
}

export interface Search {
  readonly minConfidence: number;
  /** Of the drawing's letters, in cells; undefined where it has none. */
  readonly letterHeight: number | undefined;
  /** Slanting lines that the file tells of, in cells. */
  readonly slants?: readonly Slant[];
  /** Whether symbols may lie at a place; absent: everywhere. */
  readonly isFree?: (place: Point) => boolean;
  /** What is written inside a box. */
  textsIn(box: Box): readonly string[];
  /** Whether a dashed line leads from one place to another, or nearly; absent: dashes are not told from lines. */
  readonly hasDashes?: (from: Point, to: Point, near: number) => boolean;
}

/** Ink, and how far each place is from it. */
export interface MeasuredInk {
  readonly ink: BinaryBitmap;
  readonly lines: LineDistances;
}

interface Candidate extends Placed, Pick<Guess, 'order'> {
  readonly confidence: number;
  readonly rank: number;
}

/** What has dashed lines as it should says more than the same without. */
const dashedMore = 1.05;
/** Cells. */
const exactly = 1.5;
const leastCoverage = 0.8;
const mostShared = 0.25;
/** Of a guess, which still moves a little, so much may lie on what was found. */
const mostTaken = 0.6;
/** Of its samples every so many are looked at. */
const sparse = 4;

/** Measures as far as a search for these templates will ask. */
export function measuredInk(
  ink: BinaryBitmap,
  templates: readonly Template[],
  letterHeight: Search['letterHeight'],
): MeasuredInk {
  const most = farthestAsked(templates, letterHeight);
  const far = distancesOf(ink, most);
  // on a broad line a template may lie anywhere; its place is in the middle
  const middle = ink.thickness < 3 ? far : distancesOf(coreOf(ink), most);
  return { ink, lines: { far, middle } };
}

/**
 * Looks for the templates in a picture of lines: what a line surrounds, or a slanting line, says where a symbol may lie and
 * how large it is; then its lines are looked at one by one. Of candidates that share lines the one that explains most is taken.
 */
export function findSymbols({ ink, lines }: MeasuredInk, templates: readonly Template[], search: Search): Found[] {
  const { letterHeight, slants = [] } = search;
  const guesses = guessesIn({ ink, lines, templates, letterHeight, slants });
  const claims = noClaims(ink);
  const boxes: Box[] = [];
  const found: Found[] = [];
  const look = (guess: Guess) =>
    claims.sharedPart(guess, sparse) > mostTaken ? undefined : candidateOf(guess, ink, lines, search.minConfidence);
  for (const candidate of bestFirst(guesses, look)) {
    if (claims.sharedPart(candidate, 1) > mostShared) continue;
    const box = boxAt(candidate);
    // a loop of pipes around a valve is no vessel
    if (!isSure(candidate) && boxes.some((other) => holds(box, centerOf(other)))) continue;
    if (search.isFree?.(centerOf(box)) === false) continue;
    if (!isWritten(candidate.template.rule, box, search) || !isDashed(candidate, search)) continue;
    claims.claim(candidate);
    boxes.push(box);
    const { template, fit, confidence } = candidate;
    found.push({ template, rule: template.rule, box, hull: template.hull().map((p) => at(fit, p)), confidence });
  }
  return found;
}

/** Letters of an instrument, or the very text that a symbol has to have inside. */
function isWritten({ tag, inside }: SymbolRule, box: Box, { textsIn }: Search): boolean {
  if (inside === undefined && tag !== 'split') return true;
  const texts = textsIn(box);
  return inside === undefined ? texts.join('').length > 1 : texts.length === 1 && texts[0] === inside;
}

/** All of the lines without which it would be something else is drawn. */
function hasNeeded({ needed }: Template, fit: Fit, far: LineDistances['far']): boolean {
  return needed.every(([from, to]) => {
    if (from === undefined || to === undefined) return true;
    const near = [0, 0.25, 0.5, 0.75, 1].filter((t) => {
      const [x, y] = at(fit, between(from, to, t));
      return distanceAt(far, x, y) <= exactly * perCell;
    });
    return near.length > 3;
  });
}

/** The dashed lines that it has to have are there. */
function isDashed({ template, fit }: Placed, { hasDashes }: Search): boolean {
  if (hasDashes === undefined) return true;
  const near = 0.15 * sizeAt(template, fit);
  return template.dashes.every(([from, to]) => !from || !to || hasDashes(at(fit, from), at(fit, to), near));
}

/**
 * The candidates, the best one first. A guess is looked at only when nothing that is known already can be better than it:
 * most of them lie where something better was found meanwhile.
 */
function* bestFirst(guesses: Guess[], look: (guess: Guess) => Candidate | undefined): Generator<Candidate> {
  guesses.sort(byRank);
  const known: Candidate[] = [];
  for (;;) {
    const [guess, best] = [guesses.at(-1), known.at(-1)];
    if (guess !== undefined && (best === undefined || !isSure(best) || guess.most >= best.rank)) {
      guesses.pop();
      const candidate = look(guess);
      if (candidate !== undefined) known.splice(placeIn(known, candidate), 0, candidate);
    } else if (best !== undefined) {
      known.pop();
      yield best;
    } else return;
  }
}

/** The best one last. Broken numbers as answers would each be an object. */
function byRank(a: Guess, b: Guess): number {
  if (a.most !== b.most) return a.most < b.most ? -1 : 1;
  return Math.sign(b.fit.y - a.fit.y || b.fit.x - a.fit.x || b.order - a.order);
}

/** Where it stands among those that are sorted, the best one last. */
function placeIn(sorted: readonly Candidate[], candidate: Candidate): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle];
    if (other !== undefined && isBetter(candidate, other)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBetter(a: Candidate, b: Candidate): boolean {
  const order =
    Number(isSure(a)) - Number(isSure(b)) ||
    a.rank - b.rank ||
    b.fit.y - a.fit.y ||
    b.fit.x - a.fit.x ||
    b.order - a.order;
  return order > 0;
}

/** What is only half alike takes no lines from what is alike, however large it is. */
const isSure = ({ confidence }: Candidate): boolean => confidence >= 0.7;

const boxAt = ({ template: { box }, fit }: Placed): Box => {
  const [[left, top], [right, bottom]] = [at(fit, [box.left, box.top]), at(fit, [box.right, box.bottom])];
  return { left, top, right, bottom };
};

function candidateOf(
  { template, fit: first, order }: Guess,
  ink: BinaryBitmap,
  lines: LineDistances,
  minConfidence: number,
): Candidate | undefined {
  const size = sizeAt(template, first);
  const near = nearOf(size);
  if (!covers(template, first, lines.far, 2 * near, 2, 0.65)) return undefined;
  const fit = refined(template, first, lines, near);
  if (fit === undefined) return undefined;
  const covered = coverage(template, fit, lines.far, near);
  if (covered < leastCoverage || isSquashed(first, fit)) return undefined;
  const foreign = foreignInk(template, fit, ink) / (template.length * size);
  if (!hasNeeded(template, fit, lines.far)) return undefined;
  const confidence = Math.max(0, 1 - 3 * Math.max(0, 0.985 - covered) - Math.max(0, foreign - 0.02));
  if (confidence < minConfidence) return undefined;
  const length = template.length * (template.dashes.length > 0 ? dashedMore : 1);
  // of shapes that are about alike the one that lies on the lines more exactly
  const exact = coverage(template, fit, lines.far, Math.max(exactly, near / 3));
  return { template, fit, order, confidence, rank: confidence ** 2 * exact * length * size };
}

/** A template that shrinks on a line until it lies on it all is none of what is drawn. */
const isSquashed = (first: Fit, { sx, sy }: Fit): boolean =>
  sx < first.sx / mostRefined ||
  sy < first.sy / mostRefined ||
  sx > sy * mostStretch * 1.1 ||
  sy > sx * mostStretch * 1.1;
