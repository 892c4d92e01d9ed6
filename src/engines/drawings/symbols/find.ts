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

interface Candidate {
  readonly template: Template;
  readonly fit: Fit;
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
  const candidates = [
    ...facesOf(ink).flatMap((face) => candidatesAt(face, ink, lines, templates, search)),
    ...slants.flatMap((slant) => candidatesOn(slant, ink, lines, slanting, search)),
  ];
  candidates.sort(
    (a, b) => Number(isSure(b)) - Number(isSure(a)) || b.rank - a.rank || a.fit.y - b.fit.y || a.fit.x - b.fit.x,
  );
  const claimed = new Uint8Array(ink.drawn.length);
  const boxes: Box[] = [];
  return candidates.flatMap((candidate): Found[] => {
    if (sharedPart(candidate, ink, claimed) > mostShared) return [];
    const box = boxAt(candidate);
    // a loop of pipes around a valve is no vessel
    if (!isSure(candidate) && boxes.some((other) => holds(box, centerOf(other)))) return [];
    if (candidate.template.rule.tag === 'split' && !search.hasText(box)) return [];
    claim(candidate, ink, claimed);
    boxes.push(box);
    const { template, fit, confidence } = candidate;
    return [{ template, rule: template.rule, box, hull: template.hull.map((p) => at(fit, p)), confidence }];
  });
}

/** What is only half alike takes no lines from what is alike, however large it is. */
const isSure = ({ confidence }: Candidate): boolean => confidence >= 0.7;

const boxAt = ({ template: { box }, fit }: Candidate): Box => {
  const [[left, top], [right, bottom]] = [at(fit, [box.left, box.top]), at(fit, [box.right, box.bottom])];
  return { left, top, right, bottom };
};

function candidatesAt(
  face: Face,
  ink: Ink,
  lines: Distances,
  templates: readonly Template[],
  search: Search,
): Candidate[] {
  const [wide, high] = [widthOf(face.box), heightOf(face.box)];
  if (wide < leastCells || high < leastCells || wide > ink.width / 2 || high > ink.height / 2) return [];
  const fill = face.area / (wide * high);
  return templates.flatMap((template) => {
    const fits = template.faces.flatMap((of) => fitsOf(face, fill, of, template, search));
    let best: Candidate | undefined;
    for (const fit of nearest(template, fits, ink, lines)) {
      const candidate = candidateOf(template, fit, ink, lines, search.minConfidence);
      if (candidate && candidate.rank > (best?.rank ?? 0)) best = candidate;
    }
    return best ? [best] : [];
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
function candidatesOn(
  slant: Slant,
  ink: Ink,
  lines: Distances,
  templates: readonly Template[],
  search: Search,
): Candidate[] {
  return templates.flatMap((template) => {
    const of = template.slant;
    if (of === undefined || of.rising !== slant.rising) return [];
    const fit = fitOn(slant.box, of.box, template, search);
    return (fit && candidateOf(template, fit, ink, lines, search.minConfidence)) ?? [];
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

function candidateOf(
  template: Template,
  first: Fit,
  ink: Ink,
  lines: Distances,
  minConfidence: number,
): Candidate | undefined {
  const size = sizeAt(template, first);
  const near = Math.max(leastTolerance, tolerance * size);
  if (coverage(template, first, ink, lines.far, 3 * near, 9) < 0.7) return undefined;
  if (coverage(template, first, ink, lines.far, 2 * near, 2) < 0.65) return undefined;
  const fit = refined(template, first, ink, lines, near);
  if (fit === undefined) return undefined;
  const covered = coverage(template, fit, ink, lines.far, near, 1);
  if (covered < leastCoverage || isSquashed(first, fit)) return undefined;
  const foreign = foreignInk(template, fit, ink) / (template.length * size);
  const confidence = Math.max(0, 1 - 3 * Math.max(0, 0.985 - covered) - Math.max(0, foreign - 0.02));
  if (confidence < minConfidence) return undefined;
  return { template, fit, confidence, rank: confidence ** 2 * template.length * size };
}

/** A template that shrinks on a line until it lies on it all is none of what is drawn. */
const isSquashed = (first: Fit, { sx, sy }: Fit): boolean =>
  sx < first.sx / mostRefined ||
  sy < first.sy / mostRefined ||
  sx > sy * mostStretch * 1.1 ||
  sy > sx * mostStretch * 1.1;

/** The square of cells around each sample that its line covers. */
function eachCell({ template, fit }: Candidate, { width, height }: Ink, visit: (cell: number) => void, reach: number) {
  const { samples } = template;
  for (let n = 0; n < samples.length; n += 2) {
    const [x, y] = at(fit, [samples[n] ?? 0, samples[n + 1] ?? 0]);
    const [cx, cy] = [Math.floor(x), Math.floor(y)];
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        const inside = cx + dx >= 0 && cy + dy >= 0 && cx + dx < width && cy + dy < height;
        if (inside) visit((cy + dy) * width + cx + dx);
      }
    }
  }
}

function claim(candidate: Candidate, ink: Ink, claimed: Uint8Array): void {
  const reach = Math.ceil(leastTolerance + (spacing * sizeAt(candidate.template, candidate.fit)) / 2);
  const take = (cell: number) => {
    claimed[cell] = 1;
  };
  eachCell(candidate, ink, take, reach);
}

function sharedPart(candidate: Candidate, ink: Ink, claimed: Uint8Array): number {
  let shared = 0;
  const count = (cell: number) => {
    shared += claimed[cell] ?? 0;
  };
  eachCell(candidate, ink, count, 0);
  return shared / (candidate.template.samples.length / 2);
}
