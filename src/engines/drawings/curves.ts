import { between, type Point } from './geometry.ts';
import { piecesOfCircle } from './limits.ts';

const fullTurn = 2 * Math.PI;

export interface EllipseArc {
  readonly center: Point;
  /** Half axes. */
  readonly rx: number;
  readonly ry: number;
  /** Of the first axis, radians. */
  readonly turn?: number;
  readonly from: number;
  readonly to: number;
}

/** Points of an elliptic arc, ends included. */
export function arcPoints({ center, rx, ry, turn = 0, from, to }: EllipseArc): Point[] {
  const pieces = Math.min(
    4 * piecesOfCircle,
    Math.max(4, Math.ceil((Math.abs(to - from) / fullTurn) * piecesOfCircle)),
  );
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return Array.from({ length: pieces + 1 }, (_, at): Point => {
    const angle = from + ((to - from) * at) / pieces;
    const [x, y] = [rx * Math.cos(angle), ry * Math.sin(angle)];
    return [center[0] + x * cos - y * sin, center[1] + x * sin + y * cos];
  });
}

export const circlePoints = (center: Point, r: number): Point[] =>
  arcPoints({ center, rx: r, ry: r, from: 0, to: fullTurn });

const piecesOfCurve = 16;

/** Points of a Bézier curve of any degree, without its first. */
export function curvePoints(...controls: readonly Point[]): Point[] {
  return Array.from({ length: piecesOfCurve }, (_, at) => {
    let points = controls;
    while (points.length > 1) {
      points = points.slice(1).map((point, n) => between(points[n] ?? point, point, (at + 1) / piecesOfCurve));
    }
    return points[0] ?? [0, 0];
  });
}

/** Of an arc of SVG, from where the pen is, without its first. */
export function svgArcPoints(
  from: Point,
  radii: Point,
  degrees: number,
  [large, sweep]: readonly [boolean, boolean],
  to: Point,
): Point[] {
  let [rx, ry] = [Math.abs(radii[0]), Math.abs(radii[1])];
  if (rx === 0 || ry === 0) return [to];
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [hx, hy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [cos * hx + sin * hy, -sin * hx + cos * hy];
  const over = (x / rx) ** 2 + (y / ry) ** 2;
  if (over > 1) [rx, ry] = [rx * Math.sqrt(over), ry * Math.sqrt(over)];
  const below = (rx * y) ** 2 + (ry * x) ** 2;
  const factor = Math.sqrt(Math.max(0, ((rx * ry) ** 2 - below) / (below || 1))) * (large === sweep ? -1 : 1);
  const [cx, cy] = [(factor * rx * y) / ry, (-factor * ry * x) / rx];
  const center: Point = [cos * cx - sin * cy + (from[0] + to[0]) / 2, sin * cx + cos * cy + (from[1] + to[1]) / 2];
  const start = Math.atan2((y - cy) / ry, (x - cx) / rx);
  let sweepAngle = Math.atan2((-y - cy) / ry, (-x - cx) / rx) - start;
  if (sweep && sweepAngle < 0) sweepAngle += fullTurn;
  if (!sweep && sweepAngle > 0) sweepAngle -= fullTurn;
  const points = arcPoints({ center, rx, ry, turn, from: start, to: start + sweepAngle });
  return [...points.slice(1, -1), to];
}
