import { overlap2D } from '../../evaluate/overlap.ts';
import type { Box2D } from '../../scene/types.ts';
import type { BoxOutput } from '../output.ts';
import type { Piece } from '../pieces.ts';
import type { Candidate } from './candidates.ts';

/** An object in pixels of the picture. */
export interface Detected {
  readonly label: number;
  readonly confidence: number;
  readonly box: Box2D;
}

export type DetectedIn<T> = Detected & { readonly from: T };

/** The label of a class; the classes of a network are whole numbers, however it writes them. */
export const labelOf = (kind: number, { labelOffset }: BoxOutput): number => Math.round(kind) + labelOffset;

/** How sure a network has to be of a label. */
export const thresholdOf = (label: number, { thresholds }: BoxOutput, scoreThreshold: number): number =>
  thresholds.get(label) ?? scoreThreshold;

/** The least that any label needs. */
export const leastThreshold = ({ thresholds }: BoxOutput, scoreThreshold: number): number =>
  Math.min(scoreThreshold, ...thresholds.values());

/** What one look shows: candidates of known labels that are sure enough, without doubles, in pixels of the picture. */
export function detectedIn(
  found: readonly Candidate[],
  output: BoxOutput,
  piece: Piece,
  { known, scoreThreshold }: { readonly known: ReadonlySet<number>; readonly scoreThreshold: number },
): DetectedIn<Candidate>[] {
  const sure = found.flatMap((from): DetectedIn<Candidate>[] => {
    const label = labelOf(from.kind, output);
    if (!known.has(label) || !(from.confidence >= thresholdOf(label, output, scoreThreshold))) return [];
    const confidence = Math.max(0, Math.min(1, from.confidence));
    return [{ label, confidence, box: placed(from.corners, piece), from }];
  });
  return withoutDoubles(sure, output.nms, output.maxDetections);
}

function placed([left, top, right, bottom]: Candidate['corners'], piece: Piece): Box2D {
  const across = (value: number) => clamped((value - piece.left) / piece.scaleX, piece.width) + piece.x;
  const down = (value: number) => clamped((value - piece.top) / piece.scaleY, piece.height) + piece.y;
  return { xmin: across(left), ymin: down(top), xmax: across(right), ymax: down(bottom) };
}

const clamped = (value: number, most: number): number => Math.max(0, Math.min(most, value));

export const usualSuppression = { iou: 0.5, perClass: true } as const;

/** Of boxes that overlap the surest; boxes without an area are none. */
export function withoutDoubles<T extends Detected>(found: readonly T[], nms: BoxOutput['nms'], most = Infinity): T[] {
  const kept: T[] = [];
  for (const one of found.toSorted((a, b) => b.confidence - a.confidence)) {
    if (kept.length >= most) break;
    if (!(one.box.xmax > one.box.xmin && one.box.ymax > one.box.ymin)) continue;
    const isDouble =
      nms !== false &&
      kept.some((other) => (!nms.perClass || other.label === one.label) && overlap2D(other.box, one.box) > nms.iou);
    if (!isDouble) kept.push(one);
  }
  return kept;
}

/** Of a box that the edge of a tile cuts, this share lies in a whole one that shows the same. */
const coveredShare = 0.6;

/** What all looks at one picture show together. */
export function merged<T extends Detected>(
  looks: readonly { readonly piece: Piece; readonly found: readonly T[] }[],
): T[] {
  if (looks.length === 1) return [...(looks[0]?.found ?? [])];
  const cut = new Set<T>();
  const all = looks.flatMap(({ found }) => found);
  const size = { width: Math.max(...looks.map(({ piece }) => piece.x + piece.width)), height: 0 };
  const height = Math.max(...looks.map(({ piece }) => piece.y + piece.height));
  for (const { piece, found } of looks) {
    for (const one of found) if (isCut(one.box, piece, { ...size, height })) cut.add(one);
  }
  const whole = all.filter((one) => !cut.has(one));
  const left = all.filter(
    (one) =>
      !cut.has(one) ||
      !whole.some((other) => other.label === one.label && coveredBy(one.box, other.box) >= coveredShare),
  );
  return withoutDoubles(left, usualSuppression);
}

/** Whether a box ends at an edge of its tile that is no edge of the picture. */
function isCut(box: Box2D, piece: Piece, picture: { readonly width: number; readonly height: number }): boolean {
  const near = 1.5;
  const [right, bottom] = [piece.x + piece.width, piece.y + piece.height];
  return (
    (piece.x > 0 && box.xmin < piece.x + near) ||
    (piece.y > 0 && box.ymin < piece.y + near) ||
    (right < picture.width && box.xmax > right - near) ||
    (bottom < picture.height && box.ymax > bottom - near)
  );
}

function coveredBy(box: Box2D, other: Box2D): number {
  const across = Math.min(box.xmax, other.xmax) - Math.max(box.xmin, other.xmin);
  const down = Math.min(box.ymax, other.ymax) - Math.max(box.ymin, other.ymin);
  const area = (box.xmax - box.xmin) * (box.ymax - box.ymin);
  return across > 0 && down > 0 ? (across * down) / area : 0;
}
