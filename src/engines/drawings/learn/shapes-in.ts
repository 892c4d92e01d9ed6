import { type Box, boxOf, centerOf, distance, largerSide, type Point } from '../geometry.ts';
import type { Stroke } from '../sheet.ts';
import type { SymbolShape } from '../symbols/set.ts';

/** What is drawn inside a box, and where lines from outside reach it. */
export interface Inside {
  readonly shapes: readonly SymbolShape[];
  readonly ports: readonly Point[];
}

/** People mark a symbol by hand: its lines may reach over the box by this part of its larger side. */
const overhang = 0.08;
const leastOverhang = 2;
const roundWithin = 0.03;
const leastRoundPoints = 8;

/** The lines inside a box. A line that goes on outside is a pipe: where it enters is a port, and its inner end stays. */
export function shapesIn(strokes: readonly Stroke[], marked: Box): Inside {
  const by = Math.max(leastOverhang, overhang * largerSide(marked));
  const area = { left: marked.left - by, top: marked.top - by, right: marked.right + by, bottom: marked.bottom + by };
  const lines: Point[][] = [];
  const ports: Point[] = [];
  for (const { points, dashed } of strokes) {
    if (dashed || !overlaps(boxOf(points), area)) continue;
    const pieces = clipped(points, area);
    const whole = pieces.every(({ enters, leaves }) => !enters && !leaves);
    for (const { line, enters, leaves } of pieces) {
      if (whole) lines.push(line);
      else
        ports.push(...[enters ? line[0] : undefined, leaves ? line.at(-1) : undefined].filter((p) => p !== undefined));
      // a pipe only touches the symbol; what reaches further belongs to it
      if (!whole && reachesInto(line, marked, by)) lines.push(line);
    }
  }
  return { shapes: unique(lines.map(shapeOf)), ports: ports.map((port) => ontoBox(port, marked)) };
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;

const within = ([x, y]: Point, { left, top, right, bottom }: Box): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

interface Piece {
  readonly line: Point[];
  /** It comes from outside, or goes there. */
  readonly enters: boolean;
  readonly leaves: boolean;
}

/** The pieces of a line that lie in an area. */
function clipped(points: readonly Point[], area: Box): Piece[] {
  const pieces: { line: Point[]; enters: boolean; leaves: boolean }[] = [];
  let open: (typeof pieces)[number] | undefined;
  for (let n = 1; n < points.length; n++) {
    const [a, b] = [points[n - 1], points[n]];
    const part = a && b && cut(a, b, area);
    if (!a || !b || !part) {
      open = undefined;
      continue;
    }
    const [from, to] = part;
    if (open === undefined) {
      open = { line: [from], enters: !within(a, area), leaves: false };
      pieces.push(open);
    }
    open.line.push(to);
    if (!within(b, area)) {
      open.leaves = true;
      open = undefined;
    }
  }
  return pieces;
}

/** The part of a segment that lies in an area (Liang and Barsky). */
function cut(a: Point, b: Point, { left, top, right, bottom }: Box): readonly [Point, Point] | undefined {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  let [from, to] = [0, 1];
  const edges = [
    [-dx, a[0] - left],
    [dx, right - a[0]],
    [-dy, a[1] - top],
    [dy, bottom - a[1]],
  ] as const;
  for (const [slope, room] of edges) {
    if (slope === 0 && room < 0) return undefined;
    if (slope < 0) from = Math.max(from, room / slope);
    if (slope > 0) to = Math.min(to, room / slope);
  }
  const at = (t: number): Point => [a[0] + t * dx, a[1] + t * dy];
  return from <= to ? [at(from), at(to)] : undefined;
}

/** Whether a line from outside goes on into the symbol, and does not only end at its border. */
function reachesInto(line: readonly Point[], { left, top, right, bottom }: Box, by: number): boolean {
  const core = { left: left + by, top: top + by, right: right - by, bottom: bottom - by };
  return core.left < core.right && core.top < core.bottom && line.some((p) => within(p, core));
}

const ontoBox = ([x, y]: Point, { left, top, right, bottom }: Box): Point => [
  Math.min(right, Math.max(left, x)),
  Math.min(bottom, Math.max(top, y)),
];

function shapeOf(line: readonly Point[]): SymbolShape {
  const none: Point = [0, 0];
  const [first, last] = [line[0] ?? none, line.at(-1) ?? none];
  const box = boxOf(line);
  const closed = line.length > 3 && distance(first, last) < 0.02 * largerSide(box);
  const [center, r] = [centerOf(box), largerSide(box) / 2];
  const round = line.every((p) => Math.abs(distance(p, center) - r) < roundWithin * r);
  if (closed && round && line.length > leastRoundPoints) return { circle: [...center, r] };
  if (line.length === 2) return { line: [...first, ...last] };
  return closed ? { polyline: line.slice(0, -1), closed } : { polyline: line };
}

/** Programs draw a shape twice, its inside and its border. */
function unique(shapes: readonly SymbolShape[]): SymbolShape[] {
  const tenth = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);
  return [...new Map(shapes.map((shape) => [JSON.stringify(shape, tenth), shape])).values()];
}
