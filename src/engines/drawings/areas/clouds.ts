import { type Box, boxOf, centerOf, distance, holds, largerSide, type Point } from '../geometry.ts';
import type { SheetText, Stroke } from '../sheet.ts';
import { middleOf } from './direction.ts';

/** A closed line of arcs around what was changed. */
export interface Cloud {
  readonly strokes: readonly number[];
  readonly box: Box;
  readonly revision?: string;
}

/** A cloud has so many cusps at least; at each it turns back by so much. */
const leastCusps = 8;
const leastTurn = Math.PI / 4;

/** Whether a closed line is one of arcs that bulge to one side. */
function isCloud({ points, filled }: Stroke, letter: number): boolean {
  const [first, last] = [points[0], points.at(-1)];
  if (filled || first === undefined || last === undefined || points.length < 3 * leastCusps) return false;
  if (distance(first, last) > letter || largerSide(boxOf(points)) < 3 * letter) return false;
  const turns = turnsOf(points);
  const bend = Math.sign(turns.reduce((sum, turn) => sum + Math.sign(turn), 0));
  const cusps = turns.filter((turn) => turn * bend < -leastTurn).length;
  const smooth = turns.filter((turn) => turn * bend > 0).length;
  return cusps >= leastCusps && smooth >= 2 * cusps;
}

function turnsOf(points: readonly Point[]): number[] {
  const distinct = points.filter((p, n) => n === 0 || distance(p, points[n - 1] ?? p) > 1e-6);
  return distinct.flatMap((p, n) => {
    const [before, after] = [distinct[n - 1], distinct[n + 1]];
    if (before === undefined || after === undefined) return [];
    const [ax, ay, bx, by] = [p[0] - before[0], p[1] - before[1], after[0] - p[0], after[1] - p[1]];
    return [Math.atan2(ax * by - ay * bx, ax * bx + ay * by)];
  });
}

/** Three corners, closed. */
function isTriangle({ points }: Stroke): boolean {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length !== 4) return false;
  return distance(first, last) < 0.05 * largerSide(boxOf(points));
}

/** Triangles with a short text in them that is a revision, each with its text. */
export function revisionMarks(strokes: readonly Stroke[], texts: readonly SheetText[], letter: number) {
  const short = texts.filter(({ text }) => text.length <= 4);
  return strokes.flatMap((stroke, n) => {
    if (stroke.filled || !isTriangle(stroke)) return [];
    const box = boxOf(stroke.points);
    if (largerSide(box) < 1.2 * letter || largerSide(box) > 8 * letter) return [];
    const inside = short.find((text) => holds(box, middleOf(text)));
    return inside === undefined ? [] : [{ stroke: n, box, text: inside.text }];
  });
}

/** Clouds, each with the revision of the mark that stands nearest to it. */
export function cloudsOf(strokes: readonly Stroke[], marks: ReturnType<typeof revisionMarks>, letter: number): Cloud[] {
  return strokes.flatMap((stroke, n): Cloud[] => {
    if (!isCloud(stroke, letter)) return [];
    const box = boxOf(stroke.points);
    const far = (mark: Box) => {
      const [x, y] = centerOf(mark);
      return Math.hypot(Math.max(0, box.left - x, x - box.right), Math.max(0, box.top - y, y - box.bottom));
    };
    const mark = [...marks].sort((a, b) => far(a.box) - far(b.box))[0];
    const near = mark !== undefined && far(mark.box) < 6 * letter;
    return [{ strokes: [n], box, ...(near ? { revision: mark.text } : {}) }];
  });
}
