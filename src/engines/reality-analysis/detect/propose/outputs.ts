import type { Guess, NamedOutput } from './guess.ts';
import { ofOneTensor } from './one-tensor.ts';

const ofTrainers = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] } as const;
const isWhole = ({ values: { type } }: NamedOutput): boolean => /int/.test(type);
const lastOf = (values: readonly number[]): number => values[values.length - 1] ?? 0;

/** Ways to read the outputs, by names and forms. `known`: how many classes there are, where that is known. */
export function guessesOf(outputs: readonly NamedOutput[], known: number | undefined, isWide: boolean): Guess[] {
  return [
    ...ofNamedBoxes(outputs),
    ...ofQueries(outputs, known, isWide),
    ...ofTwoStages(outputs),
    ...ofPairs(outputs, known),
    ...ofOneTensor(outputs, known, isWide),
    ...ofMasks(outputs),
  ];
}

const called = (outputs: readonly NamedOutput[], ...names: readonly string[]) =>
  outputs.find(({ plain }) => names.includes(plain));

/** Converted graphs with their postprocessing. */
function ofNamedBoxes(outputs: readonly NamedOutput[]): Guess[] {
  const [boxes, scores] = [called(outputs, 'detection_boxes'), called(outputs, 'detection_scores')];
  const [classes, count] = [called(outputs, 'detection_classes'), called(outputs, 'num_detections')];
  if (boxes === undefined || scores === undefined || classes === undefined) return [];
  const names = { boxes: boxes.name, scores: scores.name, classes: classes.name };
  return [
    {
      output: { layout: 'ssd', ...names, ...(count && { count: count.name }) },
      input: { fit: 'stretch' },
      classes: undefined,
      first: 1,
      certainty: 0.95,
      reason: 'The outputs are called detection_boxes, detection_scores and detection_classes.',
    },
  ];
}

/** Transformers with a fixed number of queries. */
function ofQueries(outputs: readonly NamedOutput[], known: number | undefined, isWide: boolean): Guess[] {
  const [boxes, logits] = [called(outputs, 'pred_boxes'), called(outputs, 'logits', 'pred_logits')];
  if (boxes === undefined || logits === undefined || lastOf(boxes.dims) !== 4) return [];
  const columns = lastOf(logits.dims);
  const share = lastIsMost(logits);
  const isSoft = columns > 1 && (known === columns - 1 || (known !== columns && share > 0.5));
  const names = { boxes: boxes.name, scores: logits.name };
  const guess = (soft: boolean): Guess => ({
    output: { layout: 'detr', ...names, activation: soft ? 'softmax' : 'sigmoid' },
    input: soft
      ? { ...ofTrainers, ...(isWide ? { fit: 'shortestSide', width: 1333, height: 800 } : { fit: 'stretch' }) }
      : { fit: 'stretch', ...(isWide && { width: 640, height: 640 }) },
    classes: soft ? columns - 1 : columns,
    first: 0,
    certainty: soft === isSoft ? (known === undefined ? 0.85 : 0.92) : 0.4,
    reason: soft
      ? 'The outputs are called logits and pred_boxes, and the last class is none.'
      : 'The outputs are called logits and pred_boxes, and each class is told for itself.',
  });
  return [guess(isSoft), guess(!isSoft)].filter(({ classes }) => (classes ?? 0) > 0);
}

/** The share of rows whose greatest value is their last. */
function lastIsMost({ values: { values }, dims }: NamedOutput): number {
  const columns = lastOf(dims);
  const rows = Math.floor(values.length / Math.max(1, columns));
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const last = values[row * columns + columns - 1] ?? 0;
    let isMost = true;
    for (let one = 0; one < columns - 1; one++) if ((values[row * columns + one] ?? 0) >= last) isMost = false;
    if (isMost) count++;
  }
  return rows === 0 ? 0 : count / rows;
}

/** Boxes, classes and scores, each in an output: by their names, or by their types. */
function ofTwoStages(outputs: readonly NamedOutput[]): Guess[] {
  const isFlat = ({ dims }: NamedOutput) => dims.length === 1 || (dims.length === 2 && dims[0] === 1);
  const areBoxes = ({ dims }: NamedOutput) => dims.length === 2 && dims[1] === 4;
  const named = {
    boxes: called(outputs, 'boxes', 'bboxes'),
    scores: called(outputs, 'scores'),
    classes: called(outputs, 'labels', 'classes', 'class_ids'),
  };
  const typed = {
    boxes: outputs.find((one) => areBoxes(one) && !isWhole(one)),
    scores: outputs.find((one) => isFlat(one) && !isWhole(one)),
    classes: outputs.find((one) => isFlat(one) && isWhole(one)),
  };
  const isNamed = named.boxes !== undefined && named.scores !== undefined && named.classes !== undefined;
  const { boxes, scores, classes } = isNamed ? named : typed;
  if (boxes === undefined || scores === undefined || classes === undefined) return [];
  if (!areBoxes(boxes) || !isFlat(scores)) return [];
  const names = { boxes: boxes.name, scores: scores.name, classes: classes.name };
  const hasBatch = boxes.values.dims.length === 3;
  const guess = hasBatch
    ? { output: { layout: 'pair', ...names, background: 'none' }, input: { fit: 'stretch' }, first: 0 as const }
    : { output: { layout: 'torchvision', ...names }, input: {}, first: 1 as const };
  return [
    {
      ...guess,
      classes: undefined,
      certainty: isNamed ? 0.93 : 0.88,
      reason: `There are boxes, scores and classes, each in an output${hasBatch ? ' with the number of pictures in front' : ''}.`,
    },
  ];
}

/** Boxes, and a score for each class. */
function ofPairs(outputs: readonly NamedOutput[], known: number | undefined): Guess[] {
  const tables = outputs.filter(({ dims, values }) => dims.length === 2 && !/int/.test(values.type));
  const boxes = tables.find(({ dims }) => dims[1] === 4);
  const scores = tables.find((one) => one !== boxes && one.dims[0] === boxes?.dims[0] && (one.dims[1] ?? 0) > 1);
  if (boxes === undefined || scores === undefined || outputs.some(({ plain }) => plain === 'pred_boxes')) return [];
  const columns = scores.dims[1] ?? 0;
  const isSummed = sumsToOne(scores);
  const hasNone = known === columns - 1 || (known !== columns && isSummed);
  const [highest, inverted] = reachOf(boxes);
  return [
    {
      output: {
        layout: 'pair',
        boxes: boxes.name,
        scores: scores.name,
        background: hasNone ? 'first' : 'none',
        boxUnits: highest > 2 ? 'pixels' : 'fractions',
        boxFormat: inverted ? 'cxcywh' : 'xyxy',
      },
      input: {},
      classes: columns - (hasNone ? 1 : 0),
      first: hasNone ? 1 : 0,
      certainty: known === columns || known === columns - 1 ? 0.82 : 0.6,
      reason: `There are ${boxes.dims[0]} boxes with a score for each of ${columns} classes.`,
    },
  ];
}

/** Whether the numbers of each row are shares of one. */
export function sumsToOne({ values: { values }, dims }: NamedOutput): boolean {
  const columns = lastOf(dims);
  for (let row = 0; row < Math.min(50, values.length / columns); row++) {
    let sum = 0;
    for (let one = 0; one < columns; one++) sum += values[row * columns + one] ?? 0;
    if (!(Math.abs(sum - 1) < 0.01)) return false;
  }
  return columns > 1 && values.length > 0;
}

/** The greatest number of boxes, and whether their third and fourth columns lie before the first two. */
function reachOf({ values: { values } }: NamedOutput): [highest: number, inverted: boolean] {
  let [highest, inverted, rows] = [0, 0, 0];
  for (let at = 0; at + 3 < values.length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = [values[at], values[at + 1], values[at + 2], values[at + 3]];
    highest = Math.max(highest, a, b, c, d);
    if (a === 0 && b === 0 && c === 0 && d === 0) continue;
    rows++;
    if (c < a || d < b) inverted++;
  }
  return [highest, inverted * 5 > rows];
}

/** Classes of pixels. */
function ofMasks(outputs: readonly NamedOutput[]): Guess[] {
  const [only] = outputs;
  if (only === undefined || outputs.length > 1 || only.values.dims.length < 3) return [];
  const { dims } = only;
  const isFlat = dims.length === 2 || (dims.length === 3 && dims[0] === 1);
  if (isFlat) return lastOf(dims) < smallestMask ? [] : [flatMask(only)];
  return dims.length === 3 && !isWhole(only) ? ofClasses(only) : [];
}

/** What is smaller is no picture. */
const smallestMask = 8;
const isShare = ({ values: { values } }: NamedOutput): boolean =>
  Array.prototype.every.call(values, (one: number) => one >= -0.001 && one <= 1.001);

function flatMask(only: NamedOutput): Guess {
  const common = { first: 1 as const, certainty: 0.7 };
  if (isWhole(only)) {
    const output = { layout: 'maskClasses', mask: only.name };
    const reason = 'The output is a picture of whole numbers.';
    return { ...common, classes: undefined, output, input: ofTrainers, certainty: 0.85, reason };
  }
  const output = { layout: 'maskBinary', mask: only.name, ...(!isShare(only) && { activation: 'sigmoid' }) };
  return { ...common, classes: 1, output, input: {}, reason: 'The output is a picture of one number for each pixel.' };
}

function ofClasses(only: NamedOutput): Guess[] {
  const [first = 0, second = 0, third = 0] = only.dims;
  const isLast = third < first && third < second;
  const classes = isLast ? third : first;
  const activation = isShare(only) ? {} : { activation: 'softmax' };
  const output = { layout: 'mask', mask: only.name, ...(isLast && { maskLayout: 'NHWC' }), ...activation };
  const guess = { output, input: isShare(only) ? {} : ofTrainers, classes: classes - 1, first: 1 as const };
  const reason = `The output is a picture with a number for each of ${classes} classes.`;
  return classes < 2 ? [] : [{ ...guess, certainty: 0.82, reason }];
}
