import { distance, dot, minus, plus, scaled, unit, type Vector } from '../../matrix.ts';
import type { CurveReader } from '../curves/curves.ts';
import { follow, type Instance, type Model, numberOf } from '../step/model.ts';
import { directrixPoints } from './directrix.ts';
import type { Faces } from './faces.ts';
import { tube } from './tube.ts';

export const sweptDisks = ['IFCSWEPTDISKSOLID'];

const polygonal = 'IFCSWEPTDISKSOLIDPOLYGONAL';
/** The library heeds the ends of these by itself, and makes nothing of others that have any, nor of polygonal ones. */
const heeded = ['IFCPOLYLINE', 'IFCCIRCLE'];

/**
 * The faces of a disk that is swept along a part of a curve. Undefined where the library makes them, or this program
 * cannot follow the curve.
 */
export function sweptDisk(model: Model, disk: Instance, curves: CurveReader): Faces | undefined {
  const whole = model.get(disk, 'StartParam') === null && model.get(disk, 'EndParam') === null;
  const directrix = follow(model, disk, 'Directrix');
  const radius = numberOf(model.get(disk, 'Radius'));
  if (directrix === undefined || radius === null) return undefined;
  if (disk.entity !== polygonal && (whole || heeded.includes(directrix.entity))) return undefined;
  const points = directrixPoints(model, disk, curves, radius / 100);
  const bend = numberOf(model.get(disk, 'FilletRadius')) ?? 0;
  return points && tube(bend > 0 ? bent(points, bend) : points, radius, numberOf(model.get(disk, 'InnerRadius')) ?? 0);
}

const stepsOfTurn = 32;

/** With arcs of a radius for corners, where there is room for them. */
function bent(points: readonly Vector[], radius: number): readonly Vector[] {
  return points.flatMap((point, n) => {
    const [before, after] = [points[n - 1], points[n + 1]];
    const u = before && unit(minus(before, point));
    const v = after && unit(minus(after, point));
    if (before === undefined || after === undefined || u === undefined || v === undefined) return [point];
    const half = Math.acos(Math.min(1, Math.max(-1, dot(u, v)))) / 2;
    const cut = radius / Math.tan(half);
    const middle = unit(plus(u, v));
    const room = Math.min(distance(point, before), distance(point, after)) / 2;
    if (middle === undefined || !(half > 0.01 && cut > 0 && cut <= room)) return [point];
    const centre = plus(point, scaled(middle, radius / Math.sin(half)));
    const turn = Math.PI - 2 * half;
    const inwards = scaled(middle, -radius);
    const along = scaled(unit(minus(v, u)) ?? [0, 0, 0], radius);
    const steps = Math.max(2, Math.ceil((turn / (2 * Math.PI)) * stepsOfTurn));
    return Array.from({ length: steps + 1 }, (_, step) => {
      const angle = turn * (step / steps - 0.5);
      return plus(centre, plus(scaled(inwards, Math.cos(angle)), scaled(along, Math.sin(angle))));
    });
  });
}
