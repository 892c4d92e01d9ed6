import type { DetectorLabel } from '../labels.ts';
import { labelOf, leastThreshold, thresholdOf } from '../layouts/boxes.ts';
import { type Candidate, candidatesOf } from '../layouts/candidates.ts';
import { maskOf } from '../layouts/masks.ts';
import type { BoxOutput } from '../output.ts';
import type { Piece } from '../pieces.ts';
import type { Resolved } from '../resolve.ts';
import type { Outputs } from '../session.ts';

type OfPictures = Exclude<Resolved, { readonly kind: 'cloud' }>;

/** What is wrong with one answer; `isFlooded`: boxes everywhere, which is a fault on a picture that shows nothing. */
export interface Verdict {
  readonly fault: string | undefined;
  readonly isFlooded: boolean;
}

/** How far beyond 0 and 1 a confidence may lie: numbers of half precision are rounded. */
const roundingError = 0.001;
const mostBoxes = 100;

const isShare = (value: number): boolean => value >= -roundingError && value <= 1 + roundingError;
const shown = (value: number): string => (Number.isFinite(value) ? String(Number(value.toPrecision(3))) : 'no number');

/** Looks for what contradicts a description. What is dull contradicts nothing. */
export function verdictOn(
  outputs: Outputs,
  metadata: OfPictures,
  labels: readonly DetectorLabel[],
  piece: Piece,
): Verdict {
  const names = metadata.kind === 'mask' ? [metadata.output.mask] : namesOf(metadata.output);
  const fault = names.map((name) => notANumber(outputs, name)).find((one) => one !== undefined);
  if (fault !== undefined) return { fault, isFlooded: false };
  return metadata.kind === 'mask'
    ? { fault: maskFault(outputs, metadata.output, labels, piece), isFlooded: false }
    : boxVerdict(outputs, metadata, labels, piece);
}

const namesOf = ({ tensor, boxes, scores, classes, count, prototypes }: BoxOutput): string[] =>
  [tensor, boxes, scores, classes, count, prototypes].filter((name) => name !== undefined);

function notANumber(outputs: Outputs, name: string): string | undefined {
  const answer = outputs.get(name);
  if (answer === undefined) return `The network does not answer the output '${name}'.`;
  if (!numeric.has(answer.type)) return `The output '${name}' is ${answer.type}, and should be numbers.`;
  const { values } = answer;
  for (let n = 0; n < values.length; n++) {
    if (Number.isNaN(values[n])) return `The output '${name}' holds NaN, which is no number.`;
  }
  return undefined;
}

const numeric: ReadonlySet<string> = new Set([
  'float16',
  'float32',
  'float64',
  'uint8',
  'int8',
  'uint16',
  'int16',
  'int32',
  'uint32',
  'int64',
  'uint64',
]);

/**
 * Whether a network has classes that labels do not tell: the classes `first` to `first + classes − 1`. Labels with gaps say
 * which classes they mean; those that are simply counted do not.
 */
export function labelsFault(classes: number, labels: readonly DetectorLabel[], first: number): string | undefined {
  const [most, least] = [Math.max(...labels.map(({ id }) => id)), Math.min(...labels.map(({ id }) => id))];
  const highest = first + classes - 1;
  if (highest <= most) return undefined;
  const isCounted = labels.length === 0 || (least <= 1 && most - least === labels.length - 1);
  if (!isCounted) return undefined;
  return `labels.json has ${labels.length} labels, the network answers class ${highest}: every class that it tells apart needs its label.`;
}

/** Labels that are counted from 1 for classes that are counted from 0. */
function shiftFault(classes: number, labels: readonly DetectorLabel[], first: number): string | undefined {
  const ids = new Set(labels.map(({ id }) => id));
  const isShifted = first === 0 && !ids.has(0) && ids.size === classes && Math.max(...ids) === classes;
  return isShifted
    ? `labels.json begins with 1, and the classes of the network with 0: either its keys or 'labelOffset' has to be other.`
    : undefined;
}

function boxVerdict(
  outputs: Outputs,
  { output, scoreThreshold }: Extract<OfPictures, { readonly kind: 'boxes' }>,
  labels: readonly DetectorLabel[],
  piece: Piece,
): Verdict {
  const { found, rows, classes } = candidatesOf(outputs, output, piece);
  const fail = (fault: string): Verdict => ({ fault, isFlooded: false });
  const told = classes === undefined ? undefined : classes - (output.background === 'last' ? 1 : 0);
  const isThing = output.background !== 'first';
  const tooMany =
    told === undefined
      ? undefined
      : (labelsFault(told, labels, output.labelOffset) ??
        (isThing && told > 1 ? shiftFault(told, labels, output.labelOffset) : undefined));
  const wrong = found.find(({ confidence }) => !isShare(confidence));
  if (wrong !== undefined) {
    const furthest = found.reduce(
      (far, { confidence }) => (isFurther(confidence, far) ? confidence : far),
      wrong.confidence,
    );
    return fail(`Confidences reach ${shown(furthest)}, and should lie between 0 and 1.`);
  }
  if (tooMany !== undefined) return fail(tooMany);
  const broken = found.find(
    ({ kind }) => !(Number.isFinite(kind) && Math.abs(kind - Math.round(kind)) < roundingError),
  );
  if (broken !== undefined) return fail(`A class is ${shown(broken.kind)}; classes are whole numbers.`);
  const least = leastThreshold(output, scoreThreshold);
  const sure = found.filter(
    (one) => one.confidence >= Math.max(least, thresholdOf(labelOf(one.kind, output), output, scoreThreshold)),
  );
  const known = new Set(labels.map(({ id }) => id));
  const unknown = sure.find((one) => !known.has(labelOf(one.kind, output)));
  if (unknown !== undefined && classes === undefined) {
    const label = labelOf(unknown.kind, output);
    const beyond = label < 0 ? `A box has the label ${label}, which is below 0.` : labelsFault(label + 1, labels, 0);
    if (beyond !== undefined) return fail(beyond);
  }
  const unplaced = sure.filter(({ corners }) => !corners.every(Number.isFinite));
  if (unplaced.length > 0) return fail('A box that is sure has a corner that is no number.');
  const outside = sure.filter((one) => isOutside(one, piece));
  if (outside.length * 2 > sure.length) {
    const [left = 0, top = 0, right = 0, bottom = 0] = (outside[0]?.corners ?? []).map(Math.round);
    const size = `${piece.inputWidth} × ${piece.inputHeight}`;
    return fail(
      `${outside.length} of ${sure.length} sure boxes lie outside of the picture, or have no area (${left}, ${top} to ${right}, ${bottom} in ${size}).`,
    );
  }
  return { fault: undefined, isFlooded: sure.length > mostBoxes && sure.length * 2 > rows };
}

const isFurther = (value: number, than: number): boolean => Math.abs(value - 0.5) > Math.abs(than - 0.5);

/** Wholly: a box that touches the picture is none of these. Right lies right of left, and bottom below top. */
function isOutside({ corners: [left, top, right, bottom] }: Candidate, { inputWidth, inputHeight }: Piece): boolean {
  return !(right > 0 && bottom > 0 && left < inputWidth && top < inputHeight && right > left && bottom > top);
}

function maskFault(
  outputs: Outputs,
  output: Extract<OfPictures, { readonly kind: 'mask' }>['output'],
  labels: readonly DetectorLabel[],
  { inputWidth, inputHeight }: Piece,
): string | undefined {
  if (output.layout === 'maskClasses') {
    const { values } = outputs.get(output.mask) ?? { values: [] };
    for (let n = 0; n < values.length; n++) {
      const value = values[n] ?? -1;
      if (!(Number.isInteger(value) && value >= 0 && value < 65_536)) {
        return `The mask holds ${shown(value)}; classes are whole numbers from 0.`;
      }
    }
  }
  const mask = maskOf(outputs, output);
  const [across, down] = [inputWidth / output.stride, inputHeight / output.stride];
  if (Math.abs(mask.columns - across) >= 1 || Math.abs(mask.rows - down) >= 1) {
    const wanted = `${inputWidth} × ${inputHeight} with the stride ${output.stride}`;
    return `The mask is ${mask.columns} × ${mask.rows} cells, which does not go with a picture of ${wanted}.`;
  }
  const wrong = mask.confidence.find((one) => !isShare(one));
  if (wrong !== undefined) {
    const furthest = mask.confidence.reduce((far, one) => (isFurther(one, far) ? one : far), wrong);
    return `Confidences reach ${shown(furthest)}, and should lie between 0 and 1: is there an activation (softmax, sigmoid)?`;
  }
  const answered = mask.classes ?? 1 + mask.labels.reduce((most, one) => Math.max(most, one), 0);
  return labelsFault(answered, labels, 0);
}
