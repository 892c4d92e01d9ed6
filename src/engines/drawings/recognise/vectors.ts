import { areasOf } from '../areas/areas.ts';
import { type BinaryBitmap, blankInk, drawLines, fillShape } from '../bitmap/bitmap.ts';
import { cutAtSymbols } from '../connectivity/cut.ts';
import { extendDashes, joinDashes, withoutCovered } from '../connectivity/dashes.ts';
import { bridges } from '../connectivity/gaps.ts';
import { mergePieces } from '../connectivity/merge.ts';
import { isFrame } from '../connectivity/network.ts';
import type { Piece } from '../connectivity/piece.ts';
import { symbolAhead } from '../connectivity/reach.ts';
import { ticksOf } from '../connectivity/ticks.ts';
import { between, boxOf, centerOf, distance, heightOf, largerSide, type Point, widthOf } from '../geometry.ts';
import type { Sheet, SheetLines, Stroke } from '../sheet.ts';
import { type Found, type MeasuredInk, measuredInk } from '../symbols/find.ts';
import type { Slant } from '../symbols/slants.ts';
import type { Template } from '../symbols/template.ts';
import { letterBySize, letterHeight, type Seen } from './recognise.ts';

/** Letters are drawn so high in the grid in which symbols are looked for. */
const cellsPerLetter = 20;
const mostCells = 6000;
const leastCells = 2000;
/** Painted shapes that are larger, in heights of letters, are backgrounds. */
const largestPainted = 3;

/** The lines of a sheet in the grid in which symbols are looked for. */
interface Grid {
  readonly ink: BinaryBitmap;
  /** From pixels of the sheet to cells. */
  readonly scale: number;
  /** The height of letters that the grid was made for, in pixels; undefined where nothing is written. */
  readonly written: number | undefined;
}

/** What of a sheet was done before its texts were known. */
export interface BegunSheet extends Grid {
  readonly measured: MeasuredInk;
}

/** Does what does not need the texts, as if letters were as high as it seems. */
export function begunSheet(lines: SheetLines, templates: readonly Template[]): BegunSheet {
  const grid = gridOf(lines, lines.likelyLetter);
  const { ink, scale, written } = grid;
  return { ...grid, measured: measuredInk(ink, templates, written === undefined ? undefined : written * scale) };
}

/** A sheet of lines, as the recogniser looks at it. What was begun for letters of another height is done anew. */
export function seenVectors(sheet: Sheet, begun?: BegunSheet): Seen {
  const { width, height, texts } = sheet;
  const letter = letterHeight(texts, sheet);
  const written = texts.length === 0 ? undefined : letter;
  const touch = 0.25 * letter;
  const areas = areasOf({ strokes: sheet.strokes, texts, letter, near: touch });
  const { strokes } = areas;
  const isWhole = strokes.length === sheet.strokes.length;
  const known = begun !== undefined && isWhole && isSame(begun.written, written) ? begun : undefined;
  const { ink, scale: inkScale } = known ?? gridOf({ ...sheet, strokes }, written);
  const marks = strokes.filter((stroke) => isMark(stroke, letter));
  const lines = strokes.filter((stroke) => !isMark(stroke, letter) && !isBackground(stroke, letter));
  const { ticks, taken } = ticksOf(lines, letter);
  const plain = lines.filter((_, n) => !taken.has(n));
  return {
    width,
    height,
    texts,
    areas,
    ink,
    inkScale,
    letter,
    touch,
    ...(known === undefined ? {} : { measured: known.measured }),
    pieces: (symbols) => piecesBetween(plain, marks, symbols, { letter, touch, sheet }),
    ticks,
    slants: slantsIn(lines, letter),
    dashes: strokes.flatMap(({ points: [a, b], points: { length }, dashed }) =>
      dashed && length === 2 && a && b ? [[a, b] as const] : [],
    ),
    dots: marks.filter(isRound).map(({ points }) => centerOf(boxOf(points))),
  };
}

/** Of curves the pieces are too short. */
const [shortestSlant, longestSlant] = [0.7, 12];

function slantsIn(lines: readonly Stroke[], letter: number): Slant[] {
  return lines.flatMap(({ points, dashed }) => {
    const [first, last] = [points[0], points.at(-1)];
    // what is closed is found by what it surrounds
    if (dashed || first === undefined || last === undefined || distance(first, last) < 0.1 * letter) return [];
    return points.slice(1).flatMap((b, n): Slant[] => {
      const a = points[n] ?? b;
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      const [low, high] = [Math.min(Math.abs(dx), Math.abs(dy)), Math.max(Math.abs(dx), Math.abs(dy))];
      const isSlant = low > 0.2 * high && high > shortestSlant * letter && high < longestSlant * letter;
      return isSlant ? [{ box: boxOf([a, b]), rising: dx * dy < 0 }] : [];
    });
  });
}

/** Heights that were computed in two ways differ in their last digits. */
const isSame = (a = 0, b = 0): boolean => Math.abs(a - b) <= 1e-5 * a;

function gridOf(lines: Omit<Sheet, 'texts'>, written: number | undefined): Grid {
  const longest = Math.max(lines.width, lines.height);
  const letter = written ?? letterBySize(lines);
  const scale = Math.min(mostCells, Math.max(leastCells, (cellsPerLetter / letter) * longest)) / longest;
  return { ink: inkOf(lines, letter, scale), scale, written };
}

/** A small painted shape: a dot or the head of an arrow. */
const isMark = ({ filled, points }: Stroke, letter: number): boolean =>
  filled && largerSide(boxOf(points)) < 1.6 * letter;

/** A painted area is paper or a band of colour; where it is narrow it is a line that is drawn as an area. */
const isBackground = ({ filled, points }: Stroke, letter: number): boolean =>
  filled && Math.min(widthOf(boxOf(points)), heightOf(boxOf(points))) > largestPainted * letter;

const isRound = ({ points }: Stroke): boolean => {
  const box = boxOf(points);
  const center = centerOf(box);
  const r = largerSide(box) / 2;
  return points.length > 6 && points.every((p) => Math.abs(distance(p, center) - r) < 0.2 * r);
};

function inkOf({ width, height, strokes }: Omit<Sheet, 'texts'>, letter: number, scale: number): BinaryBitmap {
  const ink = blankInk(Math.ceil(width * scale) + 1, Math.ceil(height * scale) + 1);
  for (const stroke of strokes) {
    if (stroke.dashed) continue;
    const points = stroke.points.map((point): Point => [point[0] * scale, point[1] * scale]);
    drawLines(ink, points);
    if (isMark(stroke, letter)) fillShape(ink, points);
  }
  return ink;
}

interface Room {
  readonly letter: number;
  readonly touch: number;
  readonly sheet: Sheet;
}

function piecesBetween(
  lines: readonly Stroke[],
  marks: readonly Stroke[],
  symbols: readonly Found[],
  room: Room,
): Piece[] {
  const { letter, touch, sheet } = room;
  const straight = lines.flatMap(({ points, dashed, width }) =>
    points.slice(1).map((b, at): Piece => ({ a: points[at] ?? b, b, dashed, width })),
  );
  const heads = marks.flatMap((mark) => arrowPiece(mark));
  const all = [...straight, ...heads].filter((piece) => !isFrame(piece, sheet));
  const cut = mergePieces(cutAtSymbols(mergePieces(all), symbols, touch));
  const joined = joinDashes(cut, letter);
  const known = new Set(cut);
  const found = joined.filter((piece) => piece.dashed && !known.has(piece));
  const rest = joined.filter((piece) => !piece.dashed || known.has(piece));
  const solid = rest.filter((piece) => !piece.dashed);
  const signals = extendDashes(found, solid, symbolAhead(symbols, touch), 1.6 * letter);
  return [...withoutCovered(rest, signals, touch / 2), ...signals, ...bridges(solid, letter, touch)];
}

/** The head of an arrow stands for the line in it. */
function arrowPiece({ points }: Stroke): Piece[] {
  const corners = points.filter((p, at) => points.findIndex((q) => distance(p, q) < 0.01) === at);
  const [a, b, c] = corners;
  if (corners.length !== 3 || a === undefined || b === undefined || c === undefined) return [];
  const ways = [
    [a, b, c],
    [b, c, a],
    [c, a, b],
  ] as const;
  const middles = ways.map(([tip, p, q]) => ({ a: between(p, q, 0.5), b: tip }));
  const [longest] = middles.sort((one, other) => distance(other.a, other.b) - distance(one.a, one.b));
  return longest ? [{ ...longest, dashed: false }] : [];
}
