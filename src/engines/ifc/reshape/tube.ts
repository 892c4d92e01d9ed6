import { cross, dot, minus, unit, type Vector } from '../../matrix.ts';
import type { Faces } from './faces.ts';

const sides = 12;
/** A polygon of this radius has the area of a circle of radius 1: the volume of a bar is right, not its corners. */
const fullRadius = Math.sqrt((2 * Math.PI) / (sides * Math.sin((2 * Math.PI) / sides)));
/** The least cosine of half a bend: what turns back more sharply has no mitre. */
const sharpest = 0.05;

/**
 * A round bar, or a pipe, along points. Every ring is the one before it moved along the bar to the plane of the mitre:
 * so it never twists, and its cross-section is the same everywhere. Undefined where the bar turns back on itself.
 */
export function tube(path: readonly Vector[], radius: number, innerRadius = 0): Faces | undefined {
  const outer = rings(path, radius);
  const inner = innerRadius > 0 ? rings(path, innerRadius) : [];
  if (outer === undefined || inner === undefined) return undefined;
  const [first, last] = [0, (path.length - 1) * sides];
  const triangles = [...wall(path.length, 0)];
  if (inner.length === 0) {
    for (let n = 1; n < sides - 1; n++)
      triangles.push([first, first + n + 1, first + n], [last, last + n, last + n + 1]);
  } else {
    const shift = outer.length;
    triangles.push(...wall(path.length, shift).map(([a, b, c]) => [a, c, b] as const));
    for (let n = 0; n < sides; n++) {
      const next = (n + 1) % sides;
      const start = [first + n, first + next, shift + first + n, shift + first + next] as const;
      const end = [last + n, last + next, shift + last + n, shift + last + next] as const;
      triangles.push([start[0], start[2], start[1]], [start[1], start[2], start[3]]);
      triangles.push([end[0], end[1], end[2]], [end[1], end[3], end[2]]);
    }
  }
  return { points: [...outer, ...inner], triangles };
}

/** Between the rings of a bar, from a place on. */
const wall = (count: number, from: number): (readonly [number, number, number])[] =>
  Array.from({ length: (count - 1) * sides }, (_, n) => {
    const ring = Math.floor(n / sides) * sides;
    const [a, b] = [from + n, from + ring + ((n + 1) % sides)];
    return [[a, b, b + sides] as const, [a, b + sides, a + sides] as const];
  }).flat();

function rings(path: readonly Vector[], radius: number): Vector[] | undefined {
  const along = path.slice(1).map((point, n) => unit(minus(point, path[n] ?? point)));
  const [start] = path;
  const [begin] = along;
  if (start === undefined || begin === undefined) return undefined;
  const aside: Vector = Math.abs(begin[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const u = unit(cross(aside, begin)) ?? [1, 0, 0];
  const v = cross(begin, u);
  let ring = Array.from({ length: sides }, (_, n): Vector => {
    const angle = (2 * Math.PI * n) / sides;
    const [c, s] = [fullRadius * radius * Math.cos(angle), fullRadius * radius * Math.sin(angle)];
    return [start[0] + c * u[0] + s * v[0], start[1] + c * u[1] + s * v[1], start[2] + c * u[2] + s * v[2]];
  });
  const all = [...ring];
  for (const [n, point] of path.entries()) {
    const before = along[n - 1];
    if (n === 0 || before === undefined) continue;
    const after = along[n] ?? before;
    const plane = unit([before[0] + after[0], before[1] + after[1], before[2] + after[2]]);
    if (plane === undefined || dot(plane, before) < sharpest) return undefined;
    const slope = dot(plane, before);
    ring = ring.map((place): Vector => {
      const by = dot(minus(point, place), plane) / slope;
      return [place[0] + by * before[0], place[1] + by * before[1], place[2] + by * before[2]];
    });
    all.push(...ring);
  }
  return all;
}
