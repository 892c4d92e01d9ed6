import { failures } from '../../failures.ts';
import type { Activation, BoxOutput } from '../output.ts';
import type { Outputs } from '../session.ts';
import { formOf, numbersPerRow, outputNamed, type Table, tableOf } from './table.ts';

/** What a network says of one box. */
export interface Candidate {
  /** Left, top, right and bottom in pixels of what the network sees. */
  readonly corners: readonly [number, number, number, number];
  /** As the network numbers it. */
  readonly kind: number;
  readonly confidence: number;
  /** Which box of the network it is. */
  readonly row: number;
}

/** All that a network answers for one look. */
export interface Candidates {
  /** That no class of none has. */
  readonly found: readonly Candidate[];
  /** Boxes that the network has, those of none too. */
  readonly rows: number;
  /** How many classes it tells apart; undefined where it names them by number. */
  readonly classes: number | undefined;
}

interface Read {
  readonly boxes: Table;
  readonly rows: number;
  readonly classes: number | undefined;
  /** Undefined: the row is none. */
  of(row: number): { readonly kind: number; readonly confidence: number } | undefined;
}

/**
 * Reads boxes in the layout that is described, those at least as sure as `least` where it is given. Throws DetectorNotRunnable where the
 * outputs have another form. `seen`: the size of what the network saw.
 */
export function candidatesOf(
  outputs: Outputs,
  output: BoxOutput,
  seen: { readonly inputWidth: number; readonly inputHeight: number },
  least?: number,
): Candidates {
  const read = readers[output.layout](outputs, output);
  const found: Candidate[] = [];
  const corners = cornersOf(output, seen);
  for (let row = 0; row < read.rows; row++) {
    const told = read.of(row);
    if (told === undefined || (least !== undefined && !(told.confidence >= least))) continue;
    found.push({ ...told, row, corners: corners(read.boxes, row) });
  }
  return { found, rows: read.rows, classes: read.classes };
}

type Reader = (outputs: Outputs, output: BoxOutput) => Read;

const readers: Readonly<Record<BoxOutput['layout'], Reader>> = {
  pair: readPair,
  detr: readPair,
  yolov8: (outputs, output) => readColumns(outputs, output, !output.transposed, 4, 0),
  yolov5: (outputs, output) => readColumns(outputs, output, output.transposed, 5, 0),
  yolov8seg: (outputs, output) => readColumns(outputs, output, !output.transposed, 4, coefficientsOf(outputs, output)),
  end2end: readRows,
  ssd: readNamed,
  torchvision: readNamed,
};

function boxesOf(outputs: Outputs, { boxes: name, transposed }: BoxOutput): Table {
  const boxes = tableOf(outputs, name, transposed);
  if (boxes.columns === 4) return boxes;
  const form = formOf(outputNamed(outputs, name));
  throw failures.notRunnable(`The output '${name}' is ${form}: boxes have 4 columns, these have ${boxes.columns}.`);
}

/** Boxes and scores, with the classes as columns or in an output of their own. */
function readPair(outputs: Outputs, output: BoxOutput): Read {
  const boxes = boxesOf(outputs, output);
  const { rows } = boxes;
  const scores = numbersPerRow(outputs, output.scores, rows, output.transposed);
  if (scores.columns > 1) {
    return { boxes, rows, classes: scores.columns, of: (row) => bestOf(scores, row, 0, scores.columns, output) };
  }
  const classes = output.classes === undefined ? undefined : numbersPerRow(outputs, output.classes, rows, false);
  const only = output.background === 'first' ? 1 : 0;
  const of = (row: number) => {
    const kind = classes?.at(row, 0) ?? only;
    const confidence = activated(scores.at(row, 0), output.activation);
    return kind === 0 && output.background === 'first' ? undefined : { kind, confidence };
  };
  return { boxes, rows, classes: classes === undefined ? only + 1 : undefined, of };
}

/** Boxes whose surest class the network itself has chosen. */
function readNamed(outputs: Outputs, output: BoxOutput): Read {
  const boxes = boxesOf(outputs, output);
  const scores = oneNumber(outputs, output.scores, boxes.rows);
  const classes = oneNumber(outputs, output.classes, boxes.rows);
  const told = output.count === undefined ? undefined : outputNamed(outputs, output.count).values[0];
  const rows = told === undefined ? boxes.rows : Math.max(0, Math.min(boxes.rows, Math.round(told) || 0));
  const of = (row: number) => {
    const kind = classes.at(row, 0);
    const confidence = activated(scores.at(row, 0), output.activation);
    return kind === 0 && output.background === 'first' ? undefined : { kind, confidence };
  };
  return { boxes, rows, classes: undefined, of };
}

function oneNumber(outputs: Outputs, name: string | undefined, rows: number): Table {
  const table = numbersPerRow(outputs, name, rows, false);
  if (rows === 0 || table.columns === 1) return table;
  const form = formOf(outputNamed(outputs, name));
  throw failures.notRunnable(`The output '${name}' is ${form}: it should have one number for each of ${rows} boxes.`);
}

/** One output: the box, with `from` 5 whether there is something at all, and the classes. */
function readColumns(outputs: Outputs, output: BoxOutput, turned: boolean, from: 4 | 5, behind: number): Read {
  const table = tableOf(outputs, output.tensor, turned);
  const classes = table.columns - from - behind;
  if (classes < 1) {
    const form = formOf(outputNamed(outputs, output.tensor));
    throw failures.notRunnable(
      `The output '${output.tensor}' is ${form}: the layout ${output.layout} has more than ${from + behind} columns, it has ${table.columns}.`,
    );
  }
  const of = (row: number) => {
    const best = bestOf(table, row, from, classes, output);
    const something = from === 5 ? activated(table.at(row, 4), output.activation) : 1;
    return best && { kind: best.kind, confidence: something * best.confidence };
  };
  return { boxes: table, rows: table.rows, classes, of };
}

function coefficientsOf(outputs: Outputs, { prototypes }: BoxOutput): number {
  const output = outputNamed(outputs, prototypes);
  const { dims } = output;
  if (dims.length === 4 && dims[0] === 1) return dims[1] ?? 0;
  if (dims.length === 3) return dims[0] ?? 0;
  throw failures.notRunnable(
    `The output '${prototypes}' is ${formOf(output)}, and should be [1, masks, height, width].`,
  );
}

/** One output of six columns; rows of 0 are none. */
function readRows(outputs: Outputs, output: BoxOutput): Read {
  const table = tableOf(outputs, output.tensor, output.transposed);
  if (table.columns !== 6) {
    const form = formOf(outputNamed(outputs, output.tensor));
    throw failures.notRunnable(
      `The output '${output.tensor}' is ${form}: the layout end2end has 6 columns, it has ${table.columns}.`,
    );
  }
  const of = (row: number) => {
    let isNone = true;
    for (let column = 0; column < 6; column++) if (table.at(row, column) !== 0) isNone = false;
    const kind = table.at(row, 5);
    if (isNone || (kind === 0 && output.background === 'first')) return undefined;
    return { kind, confidence: activated(table.at(row, 4), output.activation) };
  };
  return { boxes: table, rows: table.rows, classes: undefined, of };
}

export function activated(value: number, activation: Activation): number {
  return activation === 'sigmoid' ? 1 / (1 + Math.exp(-value)) : value;
}

/** The surest class of a row. What is none may be the surest where it comes first; where it comes last it is not asked. */
function bestOf(table: Table, row: number, from: number, count: number, { background, activation }: BoxOutput) {
  const asked = background === 'last' ? count - 1 : count;
  let [kind, most] = [-1, Number.NEGATIVE_INFINITY];
  for (let one = 0; one < asked; one++) {
    const value = table.at(row, from + one);
    if (value > most || kind < 0 || Number.isNaN(value)) [kind, most] = [one, value];
  }
  if (kind < 0 || (kind === 0 && background === 'first')) return undefined;
  return {
    kind,
    confidence: activation === 'softmax' ? shareOf(table, row, from, count, most) : activated(most, activation),
  };
}

/** Softmax of one of the values. */
function shareOf(table: Table, row: number, from: number, count: number, value: number): number {
  let greatest = value;
  for (let one = 0; one < count; one++) greatest = Math.max(greatest, table.at(row, from + one));
  let sum = 0;
  for (let one = 0; one < count; one++) sum += Math.exp(table.at(row, from + one) - greatest);
  return Math.exp(value - greatest) / sum;
}

/** Corners in pixels of what the network sees. */
function cornersOf(
  { boxFormat, boxUnits }: BoxOutput,
  { inputWidth, inputHeight }: { readonly inputWidth: number; readonly inputHeight: number },
): (boxes: Table, row: number) => Candidate['corners'] {
  const [unitX, unitY] = boxUnits === 'pixels' ? [1, 1] : [inputWidth, inputHeight];
  return (boxes, row) => {
    const [a, b, c, d] = [boxes.at(row, 0), boxes.at(row, 1), boxes.at(row, 2), boxes.at(row, 3)];
    switch (boxFormat) {
      case 'xyxy':
        return [a * unitX, b * unitY, c * unitX, d * unitY];
      case 'yxyx':
        return [b * unitX, a * unitY, d * unitX, c * unitY];
      case 'xywh':
        return [a * unitX, b * unitY, (a + c) * unitX, (b + d) * unitY];
      case 'cxcywh':
        return [(a - c / 2) * unitX, (b - d / 2) * unitY, (a + c / 2) * unitX, (b + d / 2) * unitY];
    }
  };
}
