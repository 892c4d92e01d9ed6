import { distance, type Point } from '../geometry.ts';
import type { SheetText, Stroke } from '../sheet.ts';

/** A line from a text to what it says something of. */
export interface Leader {
  readonly strokes: readonly number[];
  /** Its place in the list of texts. */
  readonly text: number;
  /** What it points at. */
  readonly tip: Point;
}

/** The line under a text lies so near below it, in heights of its letters, and is about as long. */
const mostBelow = 0.9;
const [shortest, longest] = [0.5, 1.7];
const leastSlope = 0.02;

/** Lines that go on from under a text, aslant, to something else. */
export function leadersOf(strokes: readonly Stroke[], texts: readonly SheetText[], near: number): Leader[] {
  const bent = strokes.flatMap((stroke, n) => bentIn(stroke, n));
  const straight = strokes.flatMap((stroke, n) => (isStraight(stroke) ? [{ n, ...endsOf(stroke) }] : []));
  const slanted = straight.filter(({ a, b }) => isAslant(a, b));
  return texts.flatMap((text, of): Leader[] => {
    const whole = bent.find(({ under }) => isUnder(under, text));
    if (whole) return [{ strokes: [whole.n], text: of, tip: whole.tip }];
    const under = straight.find(({ a, b }) => isUnder([a, b], text));
    if (under === undefined) return [];
    const arm = slanted.find(({ a, b }) => [a, b].some((p) => touches(p, under, near)));
    if (arm === undefined) return [];
    const tip = touches(arm.a, under, near) ? arm.b : arm.a;
    return [{ strokes: [under.n, arm.n], text: of, tip }];
  });
}

const touches = (p: Point, { a, b }: { a: Point; b: Point }, near: number): boolean =>
  distance(p, a) < near || distance(p, b) < near;
const isStraight = ({ points, dashed, filled }: Stroke): boolean => points.length === 2 && !dashed && !filled;
const endsOf = ({ points }: Stroke): { a: Point; b: Point } => ({ a: points[0] ?? [0, 0], b: points[1] ?? [0, 0] });

const isAslant = (a: Point, b: Point): boolean => {
  const [dx, dy] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
  return Math.min(dx, dy) > leastSlope * Math.max(dx, dy);
};

/** A line of two stretches, one of which is aslant. */
function bentIn({ points, dashed, filled }: Stroke, n: number) {
  const [p, q, r] = points;
  if (points.length !== 3 || dashed || filled || p === undefined || q === undefined || r === undefined) return [];
  if (isAslant(p, q) && !isAslant(q, r)) return [{ n, tip: p, under: [q, r] as const }];
  if (isAslant(q, r) && !isAslant(p, q)) return [{ n, tip: r, under: [p, q] as const }];
  return [];
}

function isUnder([a, b]: readonly [Point, Point], { start, end, height }: SheetText): boolean {
  const length = distance(start, end) || 1;
  const [ux, uy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  const place = (p: Point) => {
    const [dx, dy] = [p[0] - start[0], p[1] - start[1]];
    return { along: dx * ux + dy * uy, below: dy * ux - dx * uy };
  };
  const [from, to] = [place(a), place(b)];
  if ([from, to].some(({ below }) => below < -0.1 * height || below > mostBelow * height)) return false;
  const reach = Math.abs(from.along - to.along);
  const middle = (from.along + to.along) / 2;
  return reach > shortest * length && reach < longest * length && middle > 0 && middle < length;
}
