import { type BinaryBitmap, blankInk, drawLines, fillShape, isInked } from '../bitmap/bitmap.ts';
import { arcPoints, circlePoints } from '../curves.ts';
import { type Box, boxOf, centerOf, heightOf, hullOf, largerSide, type Point, widthOf } from '../geometry.ts';
import { distanceOn, distancesOf, perCell } from './distances.ts';
import { facesOf, leanOf } from './faces.ts';
import type { Rotation, SymbolRule, SymbolSet, SymbolShape } from './set.ts';
import { type Slant, slantIn } from './slants.ts';

/** A symbol in one of its orientations, as it is looked for. Lengths are in parts of its larger side. */
export interface Template {
  readonly rule: SymbolRule;
  readonly rotation: Rotation;
  readonly box: Box;
  readonly wide: number;
  readonly high: number;
  /** Points along its lines, evenly: x and y in turn, since they are gone through very often. */
  readonly samples: Float64Array;
  /** Of its lines. */
  readonly length: number;
  /** The largest areas that its lines surround. */
  readonly faces: readonly TemplateFace[];
  /** The slanting line by which it is looked for when it surrounds next to nothing. */
  readonly slant?: Slant | undefined;
  /** Dashed lines that have to be there besides. */
  readonly dashes: Lines;
  /** Lines each of which is drawn from end to end. */
  readonly needed: Lines;
  /** Around its points. */
  hull(): readonly Point[];
  /** Where ink belongs to it, where it does not, and where it is of no account. */
  mask(): Uint8Array;
}

export interface TemplateFace {
  readonly center: Point;
  readonly wide: number;
  readonly high: number;
  /** Which part of its box it fills. */
  readonly fill: number;
  readonly lean: Point;
}

export const spacing = 0.025;
/** Cells of a mask along each side of the symbol's box, and where they begin. */
export const maskCells = 64;
export const maskMargin = 0.06;
export const maskValues = { outside: 0, foreign: 1, own: 2 } as const;

const faceCells = 128;
/** Of a template. */
export const mostFaces = 4;
const nearInMask = 0.05;
const edge = 1.1;
/** In parts of the symbol: what says where it is, a face or else a slanting line, is so large. */
const [leastFace, leastSlant] = [0.4, 0.6];

/** Every orientation of every symbol, each that looks the same once. */
export function templatesOf({ symbols }: Pick<SymbolSet, 'symbols'>): Template[] {
  return symbols.flatMap((rule) => {
    const of = (what: 'dashed' | 'needed' | 'drawn') =>
      rule.shapes.filter((shape) => kindOf(shape) === what).map(shapePoints);
    const [shapes, dashes, needed] = [of('drawn'), of('dashed'), of('needed')];
    const seen = new Set<string>();
    return rule.rotations.flatMap((rotation) =>
      (rule.mirrored ? [false, true] : [false]).flatMap((mirrored) => {
        const lines = turnedLines(shapes, rotation, mirrored);
        const drawing = drawn(lines, boxOf(lines.flat()), faceCells);
        const more = [dashes, needed].map((some) => turnedLines(some, rotation, mirrored));
        const look = Buffer.from(drawing.ink.words.buffer).toString('latin1') + JSON.stringify(more);
        if (seen.has(look)) return [];
        seen.add(look);
        const template = templateOf(rule, rotation, lines, drawing, more);
        return template.length === 0 ? [] : [template];
      }),
    );
  });
}

const kindOf = (shape: SymbolShape): 'dashed' | 'needed' | 'drawn' =>
  !('line' in shape) ? 'drawn' : shape.dashed ? 'dashed' : shape.needed ? 'needed' : 'drawn';

export function shapePoints(shape: SymbolShape): readonly Point[] {
  if ('line' in shape) {
    const [x1, y1, x2, y2] = shape.line;
    return [
      [x1, y1],
      [x2, y2],
    ];
  }
  if ('circle' in shape) return circlePoints([shape.circle[0], shape.circle[1]], shape.circle[2]);
  if ('arc' in shape) {
    const [cx, cy, r, from, to] = shape.arc;
    return arcPoints({ center: [cx, cy], rx: r, ry: r, from: (from * Math.PI) / 180, to: (to * Math.PI) / 180 });
  }
  const [first] = shape.polyline;
  return shape.closed && first ? [...shape.polyline, first] : shape.polyline;
}

const turns: Readonly<Record<Rotation, (point: Point) => Point>> = {
  0: (point) => point,
  90: ([x, y]) => [-y, x],
  180: ([x, y]) => [-x, -y],
  270: ([x, y]) => [y, -x],
};

export type Lines = readonly (readonly Point[])[];

function turnedLines(lines: Lines, rotation: Rotation, mirrored: boolean): Lines {
  const turn = turns[rotation];
  return lines.map((line) => line.map(([x, y]) => turn([mirrored ? -x : x, y])));
}

function templateOf(
  rule: SymbolRule,
  rotation: Rotation,
  lines: Lines,
  drawing: Drawing,
  [dashes = [], needed = []]: readonly Lines[],
): Template {
  const points = lines.flat();
  const samples = samplesOf(lines);
  const box = boxOf(points);
  const size = largerSide(box);
  const faces = facesIn(drawing);
  const surrounds = faces.some(({ wide, high }) => Math.max(wide, high) > leastFace * size);
  // of most templates nobody asks for these
  let hull: readonly Point[] | undefined;
  let mask: Uint8Array | undefined;
  const hullOnce = () => (hull ??= hullOf(points));
  return {
    rule,
    rotation,
    box,
    wide: widthOf(box),
    high: heightOf(box),
    samples,
    dashes,
    needed,
    hull: hullOnce,
    length: ((samples.length / 2) * spacing) / size,
    faces,
    slant: surrounds ? undefined : slantIn(lines, leastSlant * size),
    mask() {
      mask ??= maskOf(lines, box, surrounds ? hullOnce() : edged(hullOnce(), box));
      return mask;
    },
  };
}

function samplesOf(lines: Lines): Float64Array {
  const samples: number[] = [];
  for (const line of lines) {
    let wait = 0;
    for (let at = 1; at < line.length; at++) {
      const a = line[at - 1];
      const b = line[at];
      if (a === undefined || b === undefined) continue;
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      for (; wait <= length; wait += spacing) {
        const t = length === 0 ? 0 : wait / length;
        samples.push(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]));
      }
      wait -= length;
    }
  }
  return new Float64Array(samples);
}

/** A symbol in a square of cells, which begins at `left` and `top` of the symbol and whose sides are `size` long there. */
interface Drawing {
  readonly ink: BinaryBitmap;
  readonly size: number;
  readonly left: number;
  readonly top: number;
}

/** The lines drawn into a square of cells around the box. */
function drawn(lines: Lines, box: Box, cells: number): Drawing {
  const margin = maskMargin * largerSide(box);
  const size = largerSide(box) * (1 + 2 * maskMargin) || 1;
  const [left, top] = [box.left - margin, box.top - margin];
  const ink = blankInk(cells, cells);
  const cell = ([x, y]: Point): Point => [((x - left) / size) * cells, ((y - top) / size) * cells];
  for (const line of lines) drawLines(ink, line.map(cell));
  return { ink, size, left, top };
}

function facesIn({ ink, size, left, top }: Drawing): TemplateFace[] {
  const back = (value: number, from: number) => from + (value / faceCells) * size;
  return facesOf(ink)
    .filter(({ area }) => area > 24)
    .sort((a, b) => b.area - a.area)
    .slice(0, mostFaces)
    .map((face): TemplateFace => {
      const { box: of, area } = face;
      const [from, to]: [Point, Point] = [
        [back(of.left, left), back(of.top, top)],
        [back(of.right, left), back(of.bottom, top)],
      ];
      return {
        center: centerOf({ left: from[0], top: from[1], right: to[0], bottom: to[1] }),
        wide: to[0] - from[0],
        high: to[1] - from[1],
        fill: area / ((of.right - of.left) * (of.bottom - of.top)),
        lean: leanOf(face),
      };
    });
}

/** What surrounds nothing is another symbol when lines close it: those on its edge count, too. */
const edged = (hull: readonly Point[], box: Box): Point[] => {
  const [cx, cy] = centerOf(box);
  return hull.map(([x, y]) => [cx + edge * (x - cx), cy + edge * (y - cy)]);
};

function maskOf(lines: Lines, box: Box, hull: readonly Point[]): Uint8Array {
  const { ink, size, left, top } = drawn(lines, box, maskCells);
  const near = nearInMask * maskCells * perCell;
  const far = distancesOf(ink, Math.ceil(near));
  const inside = blankInk(maskCells, maskCells);
  const middleOfCell = 0.5;
  const cell = (value: number, from: number) => ((value - from) / size) * maskCells - middleOfCell;
  fillShape(
    inside,
    hull.map(([x, y]) => [cell(x, left), cell(y, top)]),
  );
  const mask = new Uint8Array(maskCells * maskCells);
  for (let y = 0; y < maskCells; y++) {
    for (let x = 0; x < maskCells; x++) {
      const other = isInked(inside, x, y) ? maskValues.foreign : maskValues.outside;
      mask[y * maskCells + x] = distanceOn(far, x, y) <= near ? maskValues.own : other;
    }
  }
  return mask;
}
