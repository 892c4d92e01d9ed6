import { type Box, centerOf, heightOf, holds, type Point, widthOf } from '../geometry.ts';
import { type Face, facesOf } from './faces.ts';
import { at, coverage, type Fit, foreignInk, sizeAt } from './fit.ts';
import { coreOf, distancesOf, type Ink, perCell } from './ink.ts';
import { type Distances, refined, roughCost } from './refine.ts';
import type { SymbolRule } from './set.ts';
import { type Slant, slantsOf } from './slants.ts';
import { spacing, type Template, type TemplateFace } from './template.ts';

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
  /** Whether a text stands inside a box. */
  hasText(box: Box): boolean;
}

/** A template where it may lie. */
interface Placed {
  readonly template: Template;
  readonly fit: Fit;
}

/** One of which nobody has looked yet whether it lies there. */
interface Guess extends Placed {
  /** No rank above it comes of this. */
  readonly most: number;
  /** Of equal ones the first is taken. */
  readonly order: number;
}

interface Candidate extends Placed, Pick<Guess, 'order'> {
  readonly confidence: number;
  readonly rank: number;
}

const tolerance = 0.022;
const leastTolerance = 1.5;
const mostStretch = 1.35;
const mostRefined = 1.3;
/** What is stretched less than this is as good as not stretched. */
const stretched = 1.06;
const mostFillDifference = 0.17;
/** Symbols are at most so many times larger, or smaller, than they usually are beside letters of that height. */
const [mostLarger, mostSmaller] = [6, 2.6];
const leastCoverage = 0.8;
const mostShared = 0.25;
/** Of a guess, which still moves a little, so much may lie on what was found. */
const mostTaken = 0.6;
/** Of its samples every so many are looked at. */
const sparse = 4;
const leastCells = 6;
/** Of the ways in which a template may lie about a face so many are tried out. */
const mostMoved = 2;
const broad = 1.5;

/**
 * Looks for the templates in a picture of lines: what a line surrounds, or a slanting line, says where a symbol may lie and
 * how large it is; then its lines are looked at one by one. Of candidates that share lines the one that explains most is taken.
 */
export function findSymbols(ink: Ink, templates: readonly Template[], search: Search): Found[] {
  const far = distancesOf(ink);
  // on a broad line a template may lie anywhere; its place is in the middle
  const middle = ink.thickness < 3 ? far : distancesOf(coreOf(ink));
  const lines = { far, middle };
  // where lines are broad, what is left of a slanting one between others says too little
  const slanting = ink.thickness > broad ? [] : templates.filter(({ slant }) => slant !== undefined);
  const letter = search.letterHeight ?? Math.max(ink.width, ink.height) / 150;
  const slants = slanting.length === 0 ? [] : slantsOf(ink, letter);
  const guesses = [
    ...facesOf(ink).flatMap((face) => guessesAt(face, ink, lines, templates, search)),
    ...slants.flatMap((slant) => guessesOn(slant, ink, lines, slanting, search)),
  ];
  const claimed = new Uint8Array(ink.drawn.length);
  const boxes: Box[] = [];
  const found: Found[] = [];
  const look = (guess: Guess) =>
    sharedPart(guess, ink, claimed, sparse) > mostTaken
      ? undefined
      : candidateOf(guess, ink, lines, search.minConfidence);
  const ordered = guesses.map((guess, order) => ({ ...guess, order }));
  for (const candidate of bestFirst(ordered, look)) {
    if (sharedPart(candidate, ink, claimed, 1) > mostShared) continue;
    const box = boxAt(candidate);
    // a loop of pipes around a valve is no vessel
    if (!isSure(candidate) && boxes.some((other) => holds(box, centerOf(other)))) continue;
    if (candidate.template.rule.tag === 'split' && !search.hasText(box)) continue;
    claim(candidate, ink, claimed);
    boxes.push(box);
    const { template, fit, confidence } = candidate;
    found.push({ template, rule: template.rule, box, hull: template.hull.map((p) => at(fit, p)), confidence });
  }
  return found;
}

/**
 * The candidates, the best one first. A guess is looked at only when nothing that is known already can be better than it:
 * most of them lie where something better was found meanwhile.
 */
function* bestFirst(guesses: Guess[], look: (guess: Guess) => Candidate | undefined): Generator<Candidate> {
  guesses.sort((a, b) => a.most - b.most || b.fit.y - a.fit.y || b.fit.x - a.fit.x || b.order - a.order);
  const known: Candidate[] = [];
  for (;;) {
    const [guess, best] = [guesses.at(-1), known.at(-1)];
    if (guess !== undefined && (best === undefined || !isSure(best) || guess.most > best.rank)) {
      guesses.pop();
      const candidate = look(guess);
      if (candidate !== undefined) known.splice(placeIn(known, candidate), 0, candidate);
    } else if (best !== undefined) {
      known.pop();
      yield best;
    } else return;
  }
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

function guessesAt(
  face: Face,
  ink: Ink,
  lines: Distances,
  templates: readonly Template[],
  search: Search,
): Unordered[] {
  const [wide, high] = [widthOf(face.box), heightOf(face.box)];
  if (wide < leastCells || high < leastCells || wide > ink.width / 2 || high > ink.height / 2) return [];
  const fill = face.area / (wide * high);
  return templates.flatMap((template) => {
    const fits = template.faces.flatMap((of) => fitsOf(face, fill, of, template, search));
    return nearest(template, fits, ink, lines).flatMap((fit) => guessOf(template, fit, ink, lines));
  });
}

/** Those that lie best before they are moved: of the others most come to the same place, or to none. */
function nearest(template: Template, fits: readonly Fit[], ink: Ink, lines: Distances): readonly Fit[] {
  if (fits.length <= mostMoved) return fits;
  const cap = 3 * perCell;
  return fits
    .map((fit) => ({ fit, off: roughCost(template, fit, ink, lines, cap) }))
    .sort((a, b) => a.off - b.off)
    .slice(0, mostMoved)
    .map(({ fit }) => fit);
}

/** What surrounds nothing lies where its slanting line does. */
function guessesOn(
  slant: Slant,
  ink: Ink,
  lines: Distances,
  templates: readonly Template[],
  search: Search,
): Unordered[] {
  return templates.flatMap((template) => {
    const of = template.slant;
    if (of === undefined || of.rising !== slant.rising) return [];
    const fit = fitOn(slant.box, of.box, template, search);
    return fit ? guessOf(template, fit, ink, lines) : [];
  });
}

/** Whether a symbol is as large as it may be beside the letters. */
function isUsual(template: Template, { sx, sy }: Pick<Fit, 'sx' | 'sy'>, search: Search): boolean {
  const usual = search.letterHeight === undefined ? undefined : search.letterHeight * template.rule.width;
  const size = Math.max(sx * widthOf(template.box), sy * heightOf(template.box));
  return usual === undefined || (size <= usual * mostLarger && size >= usual / mostSmaller);
}

function fitOn(box: Box, of: Box, template: Template, search: Search): Fit | undefined {
  const [sx, sy] = [widthOf(box) / widthOf(of), heightOf(box) / heightOf(of)];
  if (sx > sy * mostStretch || sy > sx * mostStretch || !isUsual(template, { sx, sy }, search)) return undefined;
  const [[cx, cy], [px, py]] = [centerOf(box), centerOf(of)];
  return { sx, sy, x: cx - sx * px, y: cy - sy * py };
}

/** How the template may lie when one of its faces is this one: as stretched as the face is, or not stretched at all. */
function fitsOf(face: Face, fill: number, of: TemplateFace, template: Template, search: Search): readonly Fit[] {
  if (Math.abs(fill - of.fill) > mostFillDifference) return [];
  const [sx, sy] = [widthOf(face.box) / widthOf(of.box), heightOf(face.box) / heightOf(of.box)];
  if (sx > sy * mostStretch || sy > sx * mostStretch) return [];
  if (!isUsual(template, { sx, sy }, search)) return [];
  const [[cx, cy], [px, py]] = [centerOf(face.box), centerOf(of.box)];
  const scales =
    sx > sy * stretched || sy > sx * stretched
      ? [
          [sx, sy],
          [sx, sx],
          [sy, sy],
        ]
      : [[sx, sy]];
  return scales.map(([kx = sx, ky = sy]) => ({ sx: kx, sy: ky, x: cx - kx * px, y: cy - ky * py }));
}

const nearOf = (size: number): number => Math.max(leastTolerance, tolerance * size);

type Unordered = Omit<Guess, 'order'>;

/** A look at few places of its lines leaves out what is nowhere near. */
function guessOf(template: Template, fit: Fit, ink: Ink, lines: Distances): Unordered[] {
  const size = sizeAt(template, fit);
  if (coverage(template, fit, ink, lines.far, 3 * nearOf(size), 9) < 0.7) return [];
  return [{ template, fit, most: template.length * size * mostRefined }];
}

function candidateOf(
  { template, fit: first, order }: Guess,
  ink: Ink,
  lines: Distances,
  minConfidence: number,
): Candidate | undefined {
  const size = sizeAt(template, first);
  const near = nearOf(size);
  if (coverage(template, first, ink, lines.far, 2 * near, 2) < 0.65) return undefined;
  const fit = refined(template, first, ink, lines, near);
  if (fit === undefined) return undefined;
  const covered = coverage(template, fit, ink, lines.far, near, 1);
  if (covered < leastCoverage || isSquashed(first, fit)) return undefined;
  const foreign = foreignInk(template, fit, ink) / (template.length * size);
  const confidence = Math.max(0, 1 - 3 * Math.max(0, 0.985 - covered) - Math.max(0, foreign - 0.02));
  if (confidence < minConfidence) return undefined;
  return { template, fit, order, confidence, rank: confidence ** 2 * template.length * size };
}

/** A template that shrinks on a line until it lies on it all is none of what is drawn. */
const isSquashed = (first: Fit, { sx, sy }: Fit): boolean =>
  sx < first.sx / mostRefined ||
  sy < first.sy / mostRefined ||
  sx > sy * mostStretch * 1.1 ||
  sy > sx * mostStretch * 1.1;

/** The square of cells around every so many samples that its line covers. */
function eachCell(
  { template: { samples }, fit }: Placed,
  { width, height }: Ink,
  every: number,
  reach: number,
  visit: (cell: number) => void,
) {
  for (let n = 0; n < samples.length; n += 2 * every) {
    const cx = Math.floor(fit.sx * (samples[n] ?? 0) + fit.x);
    const cy = Math.floor(fit.sy * (samples[n + 1] ?? 0) + fit.y);
    const [right, bottom] = [Math.min(width - 1, cx + reach), Math.min(height - 1, cy + reach)];
    for (let y = Math.max(0, cy - reach); y <= bottom; y++) {
      for (let x = Math.max(0, cx - reach); x <= right; x++) visit(y * width + x);
    }
  }
}

function claim(candidate: Placed, ink: Ink, claimed: Uint8Array): void {
  const reach = Math.ceil(leastTolerance + (spacing * sizeAt(candidate.template, candidate.fit)) / 2);
  eachCell(candidate, ink, 1, reach, (cell) => {
    claimed[cell] = 1;
  });
}

/** Which part of its lines lies on what was claimed. */
function sharedPart(placed: Placed, ink: Ink, claimed: Uint8Array, every: number): number {
  let shared = 0;
  eachCell(placed, ink, every, 0, (cell) => {
    shared += claimed[cell] ?? 0;
  });
  return shared / Math.ceil(placed.template.samples.length / 2 / every);
}
