import { between, boxOf, centerOf, distance, heightOf, largerSide, type Point, widthOf } from '../geometry.ts';
import { cutAtSymbols } from '../links/cut.ts';
import { extendDashes, joinDashes, withoutCovered } from '../links/dashes.ts';
import { mergePieces } from '../links/merge.ts';
import { isFrame } from '../links/network.ts';
import type { Piece } from '../links/piece.ts';
import { symbolAhead } from '../links/reach.ts';
import type { Sheet, SheetLines, Stroke } from '../sheet.ts';
import { type Found, type MeasuredInk, measuredInk } from '../symbols/find.ts';
import { blankInk, drawLines, fillShape, type Ink } from '../symbols/ink.ts';
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
  readonly ink: Ink;
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
  const known = begun !== undefined && isSame(begun.written, written) ? begun : undefined;
  const { ink, scale: inkScale } = known ?? gridOf(sheet, written);
  const touch = 0.25 * letter;
  const marks = sheet.strokes.filter((stroke) => isMark(stroke, letter));
  const lines = sheet.strokes.filter((stroke) => !isMark(stroke, letter) && !isBackground(stroke, letter));
  return {
    ...{ width, height, texts, ink, inkScale, letter, touch },
    ...(known === undefined ? {} : { measured: known.measured }),
    pieces: (symbols) => piecesBetween(lines, marks, symbols, { letter, touch, sheet }),
    dots: marks.filter(isRound).map(({ points }) => centerOf(boxOf(points))),
  };
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

function inkOf({ width, height, strokes }: Omit<Sheet, 'texts'>, letter: number, scale: number): Ink {
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
  const straight = lines.flatMap(({ points, dashed }) =>
    points.slice(1).map((b, at): Piece => ({ a: points[at] ?? b, b, dashed })),
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
  return [...withoutCovered(rest, signals, touch / 2), ...signals];
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
