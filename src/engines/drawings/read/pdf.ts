import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isRecord } from '../../../std/records.ts';
import { EngineFailure } from '../../engine.ts';
import { combined, type Matrix, type Point, scaleOf, unmoved } from '../geometry.ts';
import { deepestState, mostOperators } from '../limits.ts';
import type { OpenSheet, SheetText } from '../sheet.ts';
import { joinTexts } from '../texts/join.ts';
import { type Collector, collector } from './collector.ts';
import { whole } from './pdf-file.ts';
import { pathOf } from './pdf-path.ts';
import { pdfScale, placedLines, placedTexts } from './place.ts';

/** A page with vectors, or what is known of one that is a picture. */
export type PdfPage =
  | { readonly kind: 'vector'; readonly sheet: OpenSheet }
  | { readonly kind: 'raster'; readonly transform: Matrix; readonly width: number; readonly height: number };

/** A page that is covered more than this by one picture is a scan, whatever was written over it. */
const mostCovered = 0.8;
/** Of letters, in parts of the size of their font. */
const capHeight = 0.72;

interface State {
  readonly matrix: Matrix;
  /** Of letters, in units of the text. */
  readonly fontSize: number;
  readonly textScale: number;
  readonly width: number;
  readonly dashed: boolean;
  readonly stroke: boolean;
  readonly fill: boolean;
}

/** Reads the lines of a page, or that it is a picture. */
export async function readPdfPage(page: PDFPageProxy): Promise<PdfPage> {
  const points = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: pdfScale(points.width, points.height) });
  const frame = {
    transform: matrixOf(viewport.transform),
    width: Math.max(1, Math.floor(viewport.width)),
    height: Math.max(1, Math.floor(viewport.height)),
  };
  const out = collector();
  const operators = await whole(() => page.getOperatorList());
  if (operators.fnArray.length === 0) throw new EngineFailure('E104', 'The page is empty or damaged.');
  checkOperators(operators.fnArray);
  const { largestPicture, letters } = draw(operators.fnArray, operators.argsArray, out);
  const covered = largestPicture / ((points.width * points.height) / page.userUnit ** 2 || 1);
  if (covered > mostCovered || out.strokes.length === 0) return { kind: 'raster', ...frame };
  const lines = placedLines(out.strokes, letters, frame);
  return { kind: 'vector', sheet: { lines, texts: async () => placedTexts(await textsOf(page), frame) } };
}

/** What draws and what reads texts follows the operators once more, and is slower. */
function checkOperators(operators: readonly number[]): void {
  if (operators.length > mostOperators) {
    throw new EngineFailure('E107', `The page has more than ${mostOperators} operators.`);
  }
  let depth = 0;
  for (const operator of operators) {
    if (opening.has(operator)) depth++;
    else if (ending.has(operator) && depth > 0) depth--;
    if (depth > deepestState) {
      throw new EngineFailure('E107', `The page nests more than ${deepestState} graphics states.`);
    }
  }
}

async function textsOf(page: PDFPageProxy): Promise<readonly SheetText[]> {
  const out = collector();
  const content = await whole(() => page.getTextContent());
  for (const item of content.items) if ('str' in item) write(item, out);
  return joinTexts(out.texts);
}

const matrixOf = (values: ArrayLike<unknown>): Matrix => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(values, Number);
  return [a, b, c, d, e, f];
};

function write(item: { str: string; transform: readonly unknown[]; width: number }, out: Collector): void {
  const matrix = matrixOf(item.transform);
  const size = upwards(matrix);
  const along = Math.hypot(matrix[0], matrix[1]) || 1;
  const start: Point = [matrix[4], matrix[5]];
  const end: Point = [start[0] + (item.width * matrix[0]) / along, start[1] + (item.width * matrix[1]) / along];
  const text: SheetText = { text: item.str, start, end, height: size * capHeight, confidence: 1 };
  out.write(text);
}

const filling: ReadonlySet<unknown> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const stroking: ReadonlySet<unknown> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const closing: ReadonlySet<unknown> = new Set([OPS.closeStroke, OPS.closeFillStroke, OPS.closeEOFillStroke]);
const opening: ReadonlySet<number> = new Set([OPS.save, OPS.beginGroup, OPS.paintFormXObjectBegin]);
const ending: ReadonlySet<number> = new Set([OPS.restore, OPS.endGroup, OPS.paintFormXObjectEnd]);
const pictures: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintImageXObjectRepeat,
]);

interface Drawn {
  /** Its area, in square points. */
  readonly largestPicture: number;
  /** How high the letters are that each operator writes, in points: without what only fonts know. */
  readonly letters: readonly number[];
}

const blank: State = { matrix: unmoved, fontSize: 1, textScale: 1, width: 1, dashed: false, stroke: true, fill: true };

/** Follows the operators of a page. */
function draw(operators: readonly number[], lists: readonly unknown[], out: Collector): Drawn {
  const stack: State[] = [];
  const letters: number[] = [];
  let state = blank;
  let largestPicture = 0;
  for (const [at, operator] of operators.entries()) {
    const list = lists[at];
    const args: readonly unknown[] = Array.isArray(list) ? list : [];
    if (opening.has(operator)) {
      stack.push(state);
      if (operator === OPS.paintFormXObjectBegin && Array.isArray(args[0]))
        state = { ...state, matrix: combined(state.matrix, matrixOf(args[0])) };
    } else if (ending.has(operator)) {
      state = stack.pop() ?? state;
    } else if (operator === OPS.constructPath) addPath(args, state, out);
    else if (operator === OPS.showText) letters.push(letterOf(state));
    else if (pictures.has(operator)) largestPicture = Math.max(largestPicture, scaleOf(state.matrix) ** 2);
    else state = changed(state, operator, args);
  }
  return { largestPicture, letters: letters.filter((height) => height > 0) };
}

const upwards = (matrix: Matrix): number => Math.hypot(matrix[2], matrix[3]);

const letterOf = ({ matrix, fontSize, textScale }: State): number =>
  upwards(matrix) * textScale * Math.abs(fontSize) * capHeight;

function changed(state: State, operator: number, args: readonly unknown[]): State {
  if (operator === OPS.transform) return { ...state, matrix: combined(state.matrix, matrixOf(args)) };
  if (operator === OPS.setFont) return { ...state, fontSize: Number(args[1]) || 0 };
  if (operator === OPS.beginText) return { ...state, textScale: 1 };
  if (operator === OPS.setTextMatrix) return { ...state, textScale: upwards(matrixOf(numbersOf(args[0]))) };
  if (operator === OPS.setLineWidth) return { ...state, width: Number(args[0]) || 0 };
  if (operator === OPS.setDash) return { ...state, dashed: hasGaps(args[0]) };
  if (operator === OPS.setStrokeRGBColor) return { ...state, stroke: !isWhite(args) };
  if (operator === OPS.setFillRGBColor) return { ...state, fill: !isWhite(args) };
  if (operator === OPS.setStrokeTransparent) return { ...state, stroke: false };
  if (operator === OPS.setFillTransparent) return { ...state, fill: false };
  if (operator === OPS.setGState && Array.isArray(args[0])) return args[0].reduce<State>(withSetting, state);
  return state;
}

function withSetting(state: State, pair: unknown): State {
  if (!Array.isArray(pair)) return state;
  const [name, value]: readonly unknown[] = pair;
  if (name === 'LW') return { ...state, width: Number(value) || 0 };
  if (name === 'D' && Array.isArray(value)) return { ...state, dashed: hasGaps(value[0]) };
  return state;
}

const hasGaps = (list: unknown): boolean => Array.isArray(list) && list.some((part) => Number(part) > 0);

/** The library gives colours as `#rrggbb`, older ones as three numbers. */
const isWhite = (args: readonly unknown[]): boolean =>
  typeof args[0] === 'string'
    ? args[0].toLowerCase() === '#ffffff'
    : args.length >= 3 && args.every((value) => value === 255);

function addPath(args: readonly unknown[], state: State, out: Collector): void {
  const [paint, data] = args;
  const fills = filling.has(paint) && state.fill;
  const strokes = stroking.has(paint) && state.stroke;
  if (!fills && !strokes) return;
  for (const line of pathOf(numbersOf(Array.isArray(data) ? data[0] : data))) {
    const closed = closing.has(paint) || !strokes ? closedLine(line) : line;
    out.add(closed, { dashed: state.dashed, width: state.width, filled: fills && closed.length > 3 }, state.matrix);
  }
}

/** The library gives numbers in typed arrays, or in objects with numbered members. */
const numbersOf = (values: unknown): ArrayLike<number> =>
  values instanceof Float32Array || values instanceof Float64Array
    ? values
    : Object.values(isRecord(values) ? values : {}).map(Number);

const closedLine = (line: readonly Point[]): readonly Point[] => {
  const [first, last] = [line[0], line.at(-1)];
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...line, first] : line;
};
