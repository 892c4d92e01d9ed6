import { around, type Box, boxOf, distance, grown, heightOf, holds, type Point, widthOf } from '../geometry.ts';
import type { AreaKind } from '../prediction.ts';
import { cornersOf, type SheetText, type Stroke } from '../sheet.ts';
import { legendUnder, notesOf, type TextBlock } from './blocks.ts';
import { latticesOf } from './cells.ts';
import { cloudsOf, revisionMarks } from './clouds.ts';
import { middleOf, type Reading, readingOf } from './direction.ts';
import { framesOf } from './frame.ts';
import { hatchesOf } from './hatches.ts';
import { type Block, blocksOf } from './lattices.ts';
import { type Leader, leadersOf } from './leaders.ts';
import { segmentsOf } from './segments.ts';
import { type RevisionRow, revisionOf, revisionRows, rowsOf, textOf } from './tables.ts';
import { type BlockValues, valuesOf } from './title-block.ts';

/** A part of the sheet that is no plant. */
export interface FoundArea {
  readonly kind: AreaKind;
  readonly box: Box;
  readonly confidence: number;
  readonly text?: string;
  readonly rows?: readonly (readonly string[])[];
  readonly revision?: string;
}

/** What the title block and the table of revisions say. */
export interface FoundInfo {
  readonly values: BlockValues;
  /** The newest first. */
  readonly revisions: readonly RevisionRow[];
}

/** What of a sheet is no plant, and what is left. */
export interface SheetAreas {
  readonly areas: readonly FoundArea[];
  readonly info: FoundInfo | undefined;
  readonly leaders: readonly Leader[];
  /** What is drawn outside of the areas. */
  readonly strokes: readonly Stroke[];
  isPlant(place: Point): boolean;
}

export interface SheetParts {
  readonly strokes: readonly Stroke[];
  readonly texts: readonly SheetText[];
  readonly letter: number;
  /** How far ends may lie from what they meet. */
  readonly near: number;
}

/** Finds frame, blocks, tables, notes, legends, match lines, clouds, hatches and leaders by lines and texts. */
export function areasOf(parts: SheetParts): SheetAreas {
  const { strokes, texts, letter, near } = parts;
  const reading = readingOf(texts);
  const segments = segmentsOf(strokes, near, letter);
  const places = texts.map((text) => ({ place: middleOf(text), height: text.height }));
  const frames = framesOf(
    segments,
    places.map(({ place }) => place),
    near,
  );
  const asked = { texts, strokes, reading, near };
  const inner = frames.at(-1);
  // zones of a frame look like cells of a table
  const isInside = (place: Point) => inner === undefined || holds(grown(inner, -near), place);
  const blocks = blocksOf(latticesOf(segments, places, isInside, letter, near), asked);
  const isFree = (place: Point) => isInside(place) && !blocks.some(({ box }) => holds(box, place));
  const notes = notesOf(texts, reading, isFree);
  const known = blocks.filter(({ kind }) => kind === 'legend');
  const legends = legendUnder(texts, strokes, reading, letter).filter(
    ({ box }) => !known.some((one) => overlap(one.box, box)),
  );
  const marks = revisionMarks(strokes, texts, letter);
  const clouds = cloudsOf(strokes, marks, letter);
  const leaders = leadersOf(strokes, texts, near);
  const hatches = hatchesOf(strokes, letter);
  const matchLines = matchLinesOf(parts);
  const closed = [...blocks, ...notes, ...legends].map(({ box }) => box);
  const gone = new Set([
    ...[...clouds, ...hatches, ...matchLines, ...leaders].flatMap((one) => one.strokes),
    ...marks.map(({ stroke }) => stroke),
  ]);
  const isPlant = (place: Point): boolean => isInside(place) && !closed.some((box) => holds(grown(box, near), place));
  // a line from one side of the frame to the other parts the plant from blocks
  const isOutside = (stroke: Stroke): boolean => stroke.points.every((p) => !isPlant(p));
  return {
    areas: [
      ...frames.map((box): FoundArea => ({ kind: 'frame', box, confidence: 1 })),
      ...blocks.map((block) => areaOfBlock(block, asked)),
      ...notes.map((block) => ({ ...areaOfTexts(block, 'notes', texts), confidence: 0.9 })),
      ...legends.map((block) => areaOfTexts(block, 'legend', texts)),
      ...matchLines.map(({ box, text }): FoundArea => ({ kind: 'matchLine', box, confidence: 0.9, text })),
      ...clouds.map(
        ({ box, revision }): FoundArea => ({
          kind: 'revisionCloud',
          box,
          confidence: 0.9,
          ...(revision === undefined ? {} : { revision }),
        }),
      ),
      ...hatches.map(({ box }): FoundArea => ({ kind: 'hatch', box, confidence: 0.7 })),
    ],
    info: infoOf(blocks, asked),
    leaders,
    strokes: strokes.filter((stroke, n) => !gone.has(n) && !isOutside(stroke)),
    isPlant,
  };
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function areaOfBlock(
  { kind, box, cells }: Block,
  asked: { texts: readonly SheetText[]; reading: Reading; near: number },
) {
  const { texts, reading, near } = asked;
  const rows = rowsOf(cells, reading, near).map((row) => row.map((cell) => textOf(cell, texts, reading)));
  return { kind, box, confidence: kind === 'legend' ? 0.8 : 0.95, rows };
}

function areaOfTexts(
  { box, texts: members }: TextBlock,
  kind: 'notes' | 'legend',
  texts: readonly SheetText[],
): FoundArea {
  const lines = members.map((n) => texts[n]?.text ?? '');
  const common = { kind, box, confidence: 0.8 };
  return kind === 'notes'
    ? { ...common, text: lines.join('\n') }
    : { ...common, rows: lines.slice(1).map((line) => [line]) };
}

function infoOf(blocks: readonly Block[], asked: { texts: readonly SheetText[]; reading: Reading; near: number }) {
  const { texts, reading, near } = asked;
  const title = blocks.find(({ kind }) => kind === 'titleBlock');
  const tables = blocks.filter(({ kind }) => kind === 'revisionTable');
  const revisions = tables.flatMap(({ cells }) => {
    const rows = revisionRows(rowsOf(cells, reading, near), texts, reading);
    const told = rows.map((row) => revisionOf(row, texts, reading));
    // the head stands at the end that was written first
    const newestFirst = told[0] !== undefined;
    const list = told.filter((row) => row !== undefined);
    return newestFirst ? list : list.reverse();
  });
  if (title === undefined && revisions.length === 0) return undefined;
  const values = title === undefined ? {} : valuesOf(title.cells, asked);
  const [newest] = revisions;
  if (values.revision !== undefined || newest === undefined) return { values, revisions };
  return { values: { ...values, revision: { value: newest.revision, texts: newest.texts.slice(0, 1) } }, revisions };
}

/** A long dashed line with a text along it. */
function matchLinesOf({ strokes, texts, letter }: SheetParts) {
  const whole = texts.reduce(
    (box, text) => around(box, boxOf(cornersOf(text))),
    boxOf(strokes.flatMap(({ points }) => points)),
  );
  return strokes.flatMap(({ points, dashed }, n) => {
    const [a, b] = [points[0], points.at(-1)];
    if (!dashed || points.length !== 2 || a === undefined || b === undefined) return [];
    const box = boxOf(points);
    const isUpright = heightOf(box) > widthOf(box);
    if (distance(a, b) < 0.5 * (isUpright ? heightOf(whole) : widthOf(whole))) return [];
    const text = texts.find((one) => {
      const of = boxOf(cornersOf(one));
      const parallel = isUpright === heightOf(of) > widthOf(of);
      return parallel && one.text.length > 4 && overlap(grown(box, 3 * letter), of);
    });
    return text === undefined ? [] : [{ strokes: [n], box: around(box, boxOf(cornersOf(text))), text: text.text }];
  });
}
