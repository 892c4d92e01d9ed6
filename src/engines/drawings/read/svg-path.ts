import { curvePoints, svgArcPoints } from '../curves.ts';
import type { Point } from '../geometry.ts';

const tokenForm = /[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;
const counts: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

interface Pen {
  at: Point;
  begin: Point;
  /** The last control point of a curve, for smooth ones. */
  control: Point;
  line: Point[];
}

/** The lines of a path's data; reading ends where the data is broken, as viewers do. */
export function pathLines(data: string): Point[][] {
  const lines: Point[][] = [];
  const pen: Pen = { at: [0, 0], begin: [0, 0], control: [0, 0], line: [] };
  for (const { name, values } of commandsOf(data)) {
    if (name === 'M' && pen.line.length > 1) lines.push(pen.line);
    draw(pen, name, values);
    if (name === 'Z') {
      if (pen.line.length > 1) lines.push(pen.line);
      pen.line = [pen.begin];
    }
  }
  if (pen.line.length > 1) lines.push(pen.line);
  return lines;
}

/** Arguments of `A` may be written without a space: `a1 1 0 01 5 5`. */
function* commandsOf(data: string): Generator<{ name: string; values: (pen: Pen) => readonly number[] }> {
  const tokens =
    data.replaceAll(/([aA][^a-zA-Z]*)/g, (arc) => arc.replaceAll(arcFlags, '$1 $2 $3 ')).match(tokenForm) ?? [];
  let command = '';
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] ?? '';
    if (/[a-zA-Z]/.test(token)) {
      command = token;
      at++;
    }
    const name = command.toUpperCase();
    const count = counts[name];
    if (count === undefined || (count === 0 && command !== token)) return;
    const numbers = tokens.slice(at, at + count).map(Number);
    if (numbers.length < count || numbers.some(Number.isNaN)) return;
    at += count;
    const relative = command !== name;
    yield { name, values: (pen) => (relative ? absolute(name, numbers, pen.at) : numbers) };
    if (name === 'M') command = relative ? 'l' : 'L';
    if (count === 0) command = '';
  }
}

const arcFlags = /((?:[-+]?[\d.]+(?:[eE][-+]?\d+)?[\s,]+){3})([01])[\s,]*([01])[\s,]*(?=[-+.\d])/g;

function absolute(name: string, numbers: readonly number[], [x, y]: Point): readonly number[] {
  if (name === 'H') return numbers.map((value) => value + x);
  if (name === 'V') return numbers.map((value) => value + y);
  const from = name === 'A' ? 5 : 0;
  return numbers.map((value, at) => (at < from ? value : value + ((at - from) % 2 === 0 ? x : y)));
}

function draw(pen: Pen, name: string, valuesOf: (pen: Pen) => readonly number[]): void {
  const v = valuesOf(pen);
  const point = (at: number): Point => [v[at] ?? 0, v[at + 1] ?? 0];
  const mirrored: Point = [2 * pen.at[0] - pen.control[0], 2 * pen.at[1] - pen.control[1]];
  const go = (to: Point, points: readonly Point[] = [to], control: Point = to) => {
    for (const one of points) pen.line.push(one); // a spread of a long list would overflow the stack
    pen.at = to;
    pen.control = control;
  };
  if (name === 'M') {
    pen.at = pen.begin = pen.control = point(0);
    pen.line = [pen.at];
  } else if (name === 'L') go(point(0));
  else if (name === 'H') go([v[0] ?? 0, pen.at[1]]);
  else if (name === 'V') go([pen.at[0], v[0] ?? 0]);
  else if (name === 'C') go(point(4), curvePoints(pen.at, point(0), point(2), point(4)), point(2));
  else if (name === 'S') go(point(2), curvePoints(pen.at, mirrored, point(0), point(2)), point(0));
  else if (name === 'Q') go(point(2), curvePoints(pen.at, point(0), point(2)), point(0));
  else if (name === 'T') go(point(0), curvePoints(pen.at, mirrored, point(0)), mirrored);
  else if (name === 'A') go(point(5), svgArcPoints(pen.at, point(0), v[2] ?? 0, [v[3] === 1, v[4] === 1], point(5)));
  else go(pen.begin);
}
