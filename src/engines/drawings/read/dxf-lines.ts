import { arcPoints, circlePoints } from '../curves.ts';
import { distance, type Point } from '../geometry.ts';
import { type Entity, numberOf, numbersOf } from './dxf-groups.ts';

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const fullTurn = 2 * Math.PI;

export const placeOf = (entity: Entity, code = 10): Point => [numberOf(entity, code), numberOf(entity, code + 10)];

/** The points of an entity that is one line; undefined for what is none. */
export function linePoints(entity: Entity, vertices: readonly Entity[]): readonly Point[] | undefined {
  switch (entity.type) {
    case 'LINE':
      return [placeOf(entity), placeOf(entity, 11)];
    case 'CIRCLE':
      return circlePoints(placeOf(entity), numberOf(entity, 40));
    case 'ARC':
      return arcOf(entity);
    case 'ELLIPSE':
      return ellipseOf(entity);
    case 'LWPOLYLINE':
      return bulged(lightVertices(entity), (numberOf(entity, 70) & 1) === 1);
    case 'POLYLINE':
      return bulged(vertices.map(vertexOf), (numberOf(entity, 70) & 1) === 1);
    case 'SPLINE':
      return splineOf(entity);
    case 'SOLID':
    case 'TRACE':
      // the last two corners are given crosswise
      return [placeOf(entity), placeOf(entity, 11), placeOf(entity, 13), placeOf(entity, 12), placeOf(entity)];
    default:
      return undefined;
  }
}

function arcOf(entity: Entity): Point[] {
  const [from, to] = [radians(numberOf(entity, 50)), radians(numberOf(entity, 51, 360))];
  const r = numberOf(entity, 40);
  const sweep = (((to - from) % fullTurn) + fullTurn) % fullTurn || fullTurn;
  return arcPoints({ center: placeOf(entity), rx: r, ry: r, from, to: from + sweep });
}

function ellipseOf(entity: Entity): Point[] {
  const [x, y] = placeOf(entity, 11);
  const rx = Math.hypot(x, y);
  const [from, to] = [numberOf(entity, 41, 0), numberOf(entity, 42, fullTurn)];
  const ry = rx * numberOf(entity, 40, 1);
  return arcPoints({
    center: placeOf(entity),
    rx,
    ry,
    turn: Math.atan2(y, x),
    from,
    to: to > from ? to : to + fullTurn,
  });
}

interface Vertex {
  readonly at: Point;
  /** The tangent of a quarter of the angle of the arc to the next one. */
  readonly bulge: number;
}

const vertexOf = (entity: Entity): Vertex => ({ at: placeOf(entity), bulge: numberOf(entity, 42) });

function lightVertices({ groups }: Entity): Vertex[] {
  const vertices: { at: Point; bulge: number }[] = [];
  for (const [code, text] of groups) {
    const value = Number.parseFloat(text) || 0;
    const last = vertices.at(-1);
    if (code === 10) vertices.push({ at: [value, 0], bulge: 0 });
    else if (code === 20 && last) last.at = [last.at[0], value];
    else if (code === 42 && last) last.bulge = value;
  }
  return vertices;
}

function bulged(vertices: readonly Vertex[], closed: boolean): Point[] {
  const [first] = vertices;
  if (first === undefined) return [];
  const points: Point[] = [first.at];
  const stops = closed ? [...vertices.slice(1), first] : vertices.slice(1);
  for (const [n, { at: to }] of stops.entries()) {
    const { at: from, bulge } = vertices[n] ?? first;
    for (const point of bulge === 0 ? [to] : bulgePoints(from, to, bulge)) points.push(point);
  }
  return points;
}

function bulgePoints(from: Point, to: Point, bulge: number): Point[] {
  const chord = distance(from, to);
  if (chord === 0) return [to];
  const angle = 4 * Math.atan(bulge);
  const r = chord / 2 / Math.sin(angle / 2);
  const h = r * Math.cos(angle / 2);
  const [ux, uy] = [(to[0] - from[0]) / chord, (to[1] - from[1]) / chord];
  const center: Point = [(from[0] + to[0]) / 2 - uy * h, (from[1] + to[1]) / 2 + ux * h];
  const start = Math.atan2(from[1] - center[1], from[0] - center[0]);
  const radius = Math.abs(r);
  return [...arcPoints({ center, rx: radius, ry: radius, from: start, to: start + angle }).slice(1, -1), to];
}

const mostControls = 10_000;
const piecesOfSpan = 8;

/** Points of a B-spline; of one that is only given by points on it, these. */
function splineOf(entity: Entity): readonly Point[] {
  const pairs = (code: number): Point[] => {
    const [xs, ys] = [numbersOf(entity, code), numbersOf(entity, code + 10)];
    return xs.slice(0, mostControls).map((x, at): Point => [x, ys[at] ?? 0]);
  };
  const [controls, knots] = [pairs(10), numbersOf(entity, 40)];
  const degree = Math.min(25, Math.max(1, Math.round(numberOf(entity, 71, 3))));
  if (controls.length <= degree || knots.length < controls.length + degree + 1) {
    const through = pairs(11);
    return through.length > 1 ? through : controls;
  }
  const points: Point[] = [];
  for (let span = degree; span < controls.length; span++) {
    const [from, to] = [knots[span] ?? 0, knots[span + 1] ?? 0];
    if (!(to > from)) continue;
    for (let piece = points.length === 0 ? 0 : 1; piece <= piecesOfSpan; piece++) {
      points.push(deBoor(controls, knots, degree, span, from + ((to - from) * piece) / piecesOfSpan));
    }
  }
  return points;
}

function deBoor(controls: readonly Point[], knots: readonly number[], degree: number, span: number, t: number): Point {
  const d = Array.from({ length: degree + 1 }, (_, at): Point => controls[span - degree + at] ?? [0, 0]);
  for (let level = 1; level <= degree; level++) {
    for (let at = degree; at >= level; at--) {
      const low = knots[span - degree + at] ?? 0;
      const width = (knots[span + 1 + at - level] ?? 0) - low;
      const share = width === 0 ? 0 : (t - low) / width;
      const [a, b] = [d[at - 1] ?? [0, 0], d[at] ?? [0, 0]];
      d[at] = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
    }
  }
  return d[degree] ?? [0, 0];
}
