import { type BinaryBitmap, coreOf } from '../bitmap/bitmap.ts';
import { centerOf, heightOf, largerSide, type Point, widthOf } from '../geometry.ts';
import type { Placed } from './claims.ts';
import { farAway, perCell } from './distances.ts';
import { type Face, facesOf, leanOf } from './faces.ts';
import { anyFit, covers, type Fit, lay, sizeAt } from './fit.ts';
import { addFit, type Fits, noFits } from './fits.ts';
import { type LineDistances, roughCost } from './refine.ts';
import { type Slant, slantsOf } from './slants.ts';
import { mostFaces, type Template, type TemplateFace } from './template.ts';

/** One of which nobody has looked yet whether it lies there. */
export interface Guess extends Placed {
  /** No rank above it comes of this. */
  readonly most: number;
  /** Of equal ones the first is taken. */
  readonly order: number;
}

/** What is looked for, and where. */
export interface Place {
  readonly ink: BinaryBitmap;
  readonly lines: LineDistances;
  readonly templates: readonly Template[];
  /** Of the drawing's letters, in cells; undefined where it has none. */
  readonly letterHeight: number | undefined;
  /** Slanting lines that the file tells of. */
  readonly slants?: readonly Slant[];
}

const tolerance = 0.022;
const leastTolerance = 1.5;
export const mostStretch = 1.35;
export const mostRefined = 1.3;
/** What is stretched less than this is as good as not stretched. */
const stretched = 1.06;
/** How different a face may be from the one of a template that it is taken for. */
const [mostFillDifference, mostLeanDifference] = [0.17, 0.12];
/** Symbols are at most so many times larger, or smaller, than they usually are beside letters of that height. */
const [mostLarger, mostSmaller] = [6, 2.6];
const leastCells = 6;
/** In so many ways a template may lie when one of its faces is known. */
const fitsOfFace = 3;
/** At a guess a line is still so many times as far from where it comes to lie. */
const roughly = 3;

/** How far a line may lie from where it should, in cells. */
export const nearOf = (size: number): number => Math.max(leastTolerance, tolerance * size);

/** Symbols that are as large as they may be beside letters ask for no distance above it. */
export function farthestAsked(templates: readonly Template[], letterHeight: number | undefined): number {
  if (letterHeight === undefined) return farAway;
  const widest = templates.reduce((most, { rule }) => Math.max(most, rule.width), 0);
  const largest = letterHeight * widest * mostLarger * mostStretch;
  return Math.min(farAway, Math.ceil(roughly * nearOf(largest) * perCell));
}

/** Where templates may lie: at what lines surround, and on slanting lines. */
export function guessesIn(place: Place): Guess[] {
  const { ink, templates, letterHeight } = place;
  const guesses: Guess[] = [];
  const table = faceTable(templates);
  for (const face of facesOf(ink)) addAtFace(face, table, place, guesses);
  const slanting = templates.filter(({ slant }) => slant !== undefined);
  const letter = letterHeight ?? Math.max(ink.width, ink.height) / 150;
  // with a layer more than the middle, without which slanting lines fall apart
  const slants = slanting.length === 0 ? [] : slantsOf(coreOf(ink, 1), letter);
  for (const slant of [...slants, ...(place.slants ?? [])]) addOnSlant(slant, slanting, place, guesses);
  return guesses;
}

/** The faces of all templates, one after the other: each area of a sheet is compared with every one of them. */
interface FaceTable {
  readonly templates: readonly TemplateRow[];
  readonly wide: Float64Array;
  readonly high: Float64Array;
  readonly fill: Float64Array;
  readonly leanX: Float64Array;
  readonly leanY: Float64Array;
}

/** A template with faces, which stand in the columns from `first` on. */
interface TemplateRow {
  readonly template: Template;
  readonly first: number;
  readonly end: number;
}

function faceTable(all: readonly Template[]): FaceTable {
  let end = 0;
  const templates = all.flatMap((template): TemplateRow[] => {
    const first = end;
    end += template.faces.length;
    return first === end ? [] : [{ template, first, end }];
  });
  const faces = templates.flatMap(({ template }) => template.faces);
  const column = (of: (face: TemplateFace) => number) => Float64Array.from(faces, of);
  return {
    templates,
    wide: column(({ wide }) => wide),
    high: column(({ high }) => high),
    fill: column(({ fill }) => fill),
    leanX: column(({ lean }) => lean[0]),
    leanY: column(({ lean }) => lean[1]),
  };
}

function addAtFace(face: Face, table: FaceTable, place: Place, guesses: Guess[]): void {
  const { ink, letterHeight } = place;
  const wide = widthOf(face.box);
  const high = heightOf(face.box);
  if (wide < leastCells || high < leastCells || wide > ink.width / 2 || high > ink.height / 2) return;
  const middle = centerOf(face.box);
  const look = { fill: face.area / (wide * high), lean: leanOf(face) };
  const fits = noFits(mostFaces * fitsOfFace);
  for (const { template, first, end } of table.templates) {
    fits.count = 0;
    for (let n = first; n < end; n++) {
      if (!isAlike(look, table, n)) continue;
      const sx = wide / (table.wide[n] ?? 1);
      const sy = high / (table.high[n] ?? 1);
      if (isStretched(sx, sy) || !isPossible(template, sx, sy, letterHeight)) continue;
      addFits(fits, middle, template.faces[n - first]?.center ?? middle, sx, sy);
    }
    if (fits.count > 0) addNearest(template, fits, place, guesses);
  }
}

/** What surrounds nothing lies where its slanting line does: as long as that was found, or as much longer as bars are broad. */
function addOnSlant(slant: Slant, templates: readonly Template[], place: Place, guesses: Guess[]): void {
  const bar = place.ink.thickness - 1;
  const fit = anyFit();
  const longer = bar === 0 ? [1] : [1, 1 + (2 * bar) / largerSide(slant.box)];
  for (const template of templates) {
    const of = template.slant;
    if (of === undefined || of.rising !== slant.rising) continue;
    const [sx, sy] = [widthOf(slant.box) / widthOf(of.box), heightOf(slant.box) / heightOf(of.box)];
    if (isStretched(sx, sy)) continue;
    for (const by of longer) {
      if (!isPossible(template, by * sx, by * sy, place.letterHeight)) continue;
      lay(fit, centerOf(slant.box), centerOf(of.box), by * sx, by * sy);
      if (isRoughly(template, fit, place)) add(template, { ...fit }, guesses);
    }
  }
}

const isAlike = ({ fill, lean }: Pick<TemplateFace, 'fill' | 'lean'>, table: FaceTable, n: number): boolean =>
  Math.abs(fill - (table.fill[n] ?? 0)) <= mostFillDifference &&
  Math.abs(lean[0] - (table.leanX[n] ?? 0)) <= mostLeanDifference &&
  Math.abs(lean[1] - (table.leanY[n] ?? 0)) <= mostLeanDifference;

const isStretched = (sx: number, sy: number): boolean => sx > sy * mostStretch || sy > sx * mostStretch;

/** Whether a symbol is as large as it may be beside the letters. */
function isPossible(template: Template, sx: number, sy: number, letterHeight: number | undefined): boolean {
  if (letterHeight === undefined) return true;
  const usual = letterHeight * template.rule.width;
  const size = Math.max(sx * template.wide, sy * template.high);
  const { range } = template.rule;
  if (range !== undefined) return size >= range[0] * letterHeight && size <= range[1] * letterHeight;
  return size <= usual * mostLarger && size >= usual / mostSmaller;
}

/** How a template may lie when one of its faces is this one: as stretched as the face is, or not stretched at all. */
function addFits(fits: Fits, middle: Point, center: Point, sx: number, sy: number): void {
  addFit(fits, middle, center, sx, sy);
  if (sx <= sy * stretched && sy <= sx * stretched) return;
  addFit(fits, middle, center, sx, sx);
  addFit(fits, middle, center, sy, sy);
}

/** The two that lie best before they are moved, if they are rough ones: of the others most come to the same place, or to none. */
function addNearest(template: Template, fits: Fits, place: Place, guesses: Guess[]): void {
  let rough = 0; // a bit for each
  for (let n = 0; n < fits.count; n++) {
    const fit = fits.list[n];
    if (fit !== undefined && isRoughly(template, fit, place)) rough |= 1 << n;
  }
  if (rough === 0) return;
  for (const n of fits.count <= 2 ? [0, 1] : bestTwo(template, fits, rough, place)) {
    const fit = fits.list[n];
    if (fit !== undefined && ((rough >> n) & 1) === 1) add(template, { ...fit }, guesses);
  }
}

/** Which two of the fits lie best, the best first. `rough`: those that lie roughly, a bit for each. */
function bestTwo(template: Template, fits: Fits, rough: number, { lines }: Place): readonly number[] {
  let best = 0;
  let second = 0;
  let least = Number.POSITIVE_INFINITY;
  let enough = Number.POSITIVE_INFINITY;
  // what lies well comes first: of what does not a few places are enough then
  for (let wanted = 1; wanted >= 0; wanted--) {
    for (let n = 0; n < fits.count; n++) {
      const fit = fits.list[n];
      if (fit === undefined || ((rough >> n) & 1) !== wanted) continue;
      const cost = roughCost(template, fit, lines, roughly * perCell, enough);
      if (cost >= enough) continue;
      if (cost < least || (cost === least && n < best)) {
        second = best;
        enough = least;
        best = n;
        least = cost;
      } else {
        second = n;
        enough = cost;
      }
    }
  }
  return [best, second];
}

/** A look at few places of its lines leaves out what is nowhere near. */
const isRoughly = (template: Template, fit: Fit, { lines }: Place): boolean =>
  covers(template, fit, lines.far, roughly * nearOf(sizeAt(template, fit)), 9, 0.75);

function add(template: Template, fit: Fit, guesses: Guess[]): void {
  const most = 1.06 * template.length * sizeAt(template, fit);
  guesses.push({ template, fit, most, order: guesses.length });
}
