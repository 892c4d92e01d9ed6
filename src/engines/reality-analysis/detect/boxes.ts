import { overlap2D } from '../evaluate/overlap.ts';
import { failures } from '../failures.ts';
import type { Box2D } from '../scene/types.ts';
import type { BoxOutput } from './description.ts';
import type { Piece } from './pieces.ts';
import type { Values } from './session.ts';

/** An object in pixels of the picture. */
export interface Detected {
  readonly label: number;
  readonly confidence: number;
  readonly box: Box2D;
}

/** Boxes of one piece: those of another class than background whose score reaches the threshold. */
export function decodeBoxes(
  outputs: ReadonlyMap<string, Values>,
  output: BoxOutput,
  piece: Piece,
  threshold: number,
): Detected[] {
  const boxes = outputs.get(output.boxes);
  const scores = outputs.get(output.scores);
  const classes = output.classes === undefined ? undefined : outputs.get(output.classes);
  if (boxes === undefined || scores === undefined)
    throw failures.notRunnable('The network does not give its boxes and scores.');
  const count = boxes.values.length / 4;
  const perBox = count === 0 ? 0 : scores.values.length / count;
  if (!Number.isInteger(count) || !Number.isInteger(perBox))
    throw failures.notRunnable('The boxes and scores of the network do not fit.');
  const found: Detected[] = [];
  for (let n = 0; n < count; n++) {
    const { label, confidence } = bestClass(scores.values, n * perBox, perBox, classes?.values[n]);
    if (label === 0 || !(confidence >= threshold)) continue;
    found.push({ label, confidence, box: boxAt(boxes.values, 4 * n, output, piece) });
  }
  return found;
}

/** With one score a box, its class is in the output `classes`, or is 1; with several, the best is its class. */
function bestClass(scores: ArrayLike<number>, first: number, count: number, given: number | undefined) {
  if (count === 1) return { label: Math.round(given ?? 1), confidence: scores[first] ?? 0 };
  let label = 0;
  for (let n = 1; n < count; n++) if ((scores[first + n] ?? 0) > (scores[first + label] ?? 0)) label = n;
  return { label, confidence: scores[first + label] ?? 0 };
}

function boxAt(values: ArrayLike<number>, at: number, { boxFormat, boxUnits }: BoxOutput, piece: Piece): Box2D {
  const [a = 0, b = 0, c = 0, d = 0] = [values[at], values[at + 1], values[at + 2], values[at + 3]];
  const corners = boxFormat === 'xyxy' ? [a, b, c, d] : [a - c / 2, b - d / 2, a + c / 2, b + d / 2];
  const [unitX, unitY] = boxUnits === 'pixels' ? [1, 1] : [piece.inputWidth, piece.inputHeight];
  const across = (value = 0) => clamped((value * unitX - piece.left) / piece.scale, piece.width) + piece.x;
  const down = (value = 0) => clamped((value * unitY - piece.top) / piece.scale, piece.height) + piece.y;
  return { xmin: across(corners[0]), ymin: down(corners[1]), xmax: across(corners[2]), ymax: down(corners[3]) };
}

const clamped = (value: number, most: number): number => Math.max(0, Math.min(most, value));

const sameObject = 0.5;

/** Of boxes of one class that overlap the surest. */
export function withoutDoubles(found: readonly Detected[]): Detected[] {
  const kept: Detected[] = [];
  for (const one of found.toSorted((a, b) => b.confidence - a.confidence)) {
    const isDouble = kept.some((other) => other.label === one.label && overlap2D(other.box, one.box) > sameObject);
    if (!isDouble && one.box.xmax > one.box.xmin && one.box.ymax > one.box.ymin) kept.push(one);
  }
  return kept;
}
