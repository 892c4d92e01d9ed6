import { noLabels } from '../bitmap/labels.ts';
import { around, type Box, boxOf, centerOf, distance, type Point } from '../geometry.ts';
import type { Stroke } from '../sheet.ts';

/** Lines aslant beside each other that are parallel: what is hatched, insulated, or filled by lines. */
export interface Hatch {
  readonly strokes: readonly number[];
  readonly box: Box;
}

const least = 4;
const mostApart = 1.5;
const mostAngle = 0.03;

export function hatchesOf(strokes: readonly Stroke[], letter: number): Hatch[] {
  const lines = strokes.flatMap(({ points, dashed, filled }, n) => {
    const [a, b] = points;
    if (points.length !== 2 || dashed || filled || a === undefined || b === undefined) return [];
    const angle = angleOf(a, b);
    const isAslant = Math.abs(Math.sin(2 * angle)) > 0.3;
    return isAslant && distance(a, b) < 12 * letter
      ? [{ n, angle, box: boxOf(points), middle: centerOf(boxOf(points)) }]
      : [];
  });
  const labels = noLabels();
  for (const _ of lines) labels.begun();
  for (const [n, one] of lines.entries()) {
    for (let m = n + 1; m < lines.length; m++) {
      const other = lines[m];
      if (other === undefined || Math.abs(Math.sin(one.angle - other.angle)) > mostAngle) continue;
      if (distance(one.middle, other.middle) < mostApart * letter) labels.joined(n, m);
    }
  }
  const groups = Map.groupBy(lines.entries(), ([n]) => labels.rootOf(n));
  return [...groups.values()].flatMap((group): Hatch[] => {
    const members = group.map(([, line]) => line);
    const [first] = members;
    if (first === undefined || members.length < least) return [];
    return [{ strokes: members.map(({ n }) => n), box: members.reduce((box, one) => around(box, one.box), first.box) }];
  });
}

const angleOf = (a: Point, b: Point): number => Math.atan2(b[1] - a[1], b[0] - a[0]);
