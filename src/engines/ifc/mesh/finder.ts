import { cross, dot, minus, type Vector } from '../../matrix.ts';
import type { Paint } from '../paint/paints.ts';

/** The triangle of a paint that one of a mesh lies on. */
export interface Found {
  readonly paint: Paint;
  /** Place in the palette. */
  readonly colour: number;
  /** Where the three corners are in the texture. */
  readonly uv?: readonly number[];
}

interface Source {
  readonly paint: Paint;
  readonly n: number;
  readonly a: Vector;
  readonly u: Vector;
  readonly v: Vector;
  readonly normal: Vector;
}

/** Cells along the longest side of the box of all triangles. */
const most = 32;
/** A triangle in more cells is looked at for every place. */
const mostCells = 200;
/** How far a place may lie beside a triangle: a share of the size of all, and of the triangle. */
const tolerance = 1e-4;

/** Finds the triangle on which the middle of another one lies. */
export function finder(paints: readonly Paint[]): (corners: Float64Array) => Found | undefined {
  const sources = paints.flatMap(sourcesOf);
  const { low, size } = extentOf(paints);
  const near = sorted(sources, low, size);
  return (corners) => {
    const middle: Vector = [third(corners, 0), third(corners, 1), third(corners, 2)];
    let best: { readonly source: Source; readonly off: number } | undefined;
    for (const source of near(middle)) {
      const off = distanceFrom(source, middle, tolerance * size);
      if (off < (best?.off ?? tolerance)) best = { source, off };
    }
    if (best === undefined) return undefined;
    const { paint, n } = best.source;
    const colour = paint.colours[n] ?? 0;
    return paint.uv === undefined ? { paint, colour } : { paint, colour, uv: placesIn(best.source, corners) };
  };
}

/** Triangles by the cells of a grid in which they are. */
function sorted(sources: readonly Source[], low: Vector, size: number): (place: Vector) => readonly Source[] {
  const count = Math.min(most, Math.ceil(Math.cbrt(sources.length)));
  const cell = (value: number, axis: 0 | 1 | 2) =>
    Math.min(count - 1, Math.max(0, Math.floor(((value - low[axis]) / size) * count)));
  const cells = new Map<number, Source[]>();
  const everywhere: Source[] = [];
  for (const source of sources) {
    const { a, u, v } = source;
    const range = (axis: 0 | 1 | 2) => {
      const [from, to] = [Math.min(0, u[axis], v[axis]), Math.max(0, u[axis], v[axis])];
      const margin = tolerance * size;
      const first = cell(a[axis] + from - margin, axis);
      return Array.from({ length: cell(a[axis] + to + margin, axis) - first + 1 }, (_, n) => first + n);
    };
    const [x, y, z] = [range(0), range(1), range(2)];
    const all = x.length * y.length * z.length;
    if (all > mostCells) everywhere.push(source);
    for (const key of all > mostCells
      ? []
      : x.flatMap((i) => y.flatMap((j) => z.map((k) => (i * count + j) * count + k)))) {
      const known = cells.get(key);
      if (known === undefined) cells.set(key, [source]);
      else known.push(source);
    }
  }
  return ([x, y, z]) => [...(cells.get((cell(x, 0) * count + cell(y, 1)) * count + cell(z, 2)) ?? []), ...everywhere];
}

const third = (corners: Float64Array, axis: number): number =>
  ((corners[axis] ?? 0) + (corners[axis + 3] ?? 0) + (corners[axis + 6] ?? 0)) / 3;

const sourcesOf = (paint: Paint): Source[] =>
  Array.from({ length: paint.corners.length / 9 }, (_, n): Source => {
    const at = (corner: number): Vector => {
      const [x = 0, y = 0, z = 0] = paint.corners.subarray(9 * n + 3 * corner, 9 * n + 3 * corner + 3);
      return [x, y, z];
    };
    const a = at(0);
    const [u, v] = [minus(at(1), a), minus(at(2), a)];
    return { paint, n, a, u, v, normal: cross(u, v) };
  }).filter(({ normal }) => dot(normal, normal) > 0);

function extentOf(paints: readonly Paint[]): { readonly low: Vector; readonly size: number } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { corners } of paints) {
    for (let n = 0; n < corners.length; n++) {
      const axis = n % 3 === 0 ? 0 : n % 3 === 1 ? 1 : 2;
      low[axis] = Math.min(low[axis], corners[n] ?? 0);
      high[axis] = Math.max(high[axis], corners[n] ?? 0);
    }
  }
  return { low, size: Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2], 1e-9) };
}

/** Shares of the second and third corner of a triangle that make a place. */
function shares({ a, u, v, normal }: Source, place: Vector): readonly [number, number] {
  const [w, area] = [minus(place, a), dot(normal, normal)];
  return [dot(cross(w, v), normal) / area, dot(cross(u, w), normal) / area];
}

/** How far a place is outside, as a share; infinite when it is further from the plane than allowed. */
function distanceFrom(source: Source, place: Vector, allowed: number): number {
  const { a, normal } = source;
  if (Math.abs(dot(minus(place, a), normal)) > allowed * Math.sqrt(dot(normal, normal))) return Infinity;
  const [s, t] = shares(source, place);
  return Math.max(0, -s, -t, s + t - 1);
}

/** The corners in the texture, also of those that reach beyond the triangle. */
function placesIn(source: Source, corners: Float64Array): readonly number[] {
  const { paint, n } = source;
  const uv = paint.uv?.subarray(6 * n, 6 * n + 6) ?? [];
  return [0, 1, 2].flatMap((corner) => {
    const [s, t] = shares(source, [
      corners[3 * corner] ?? 0,
      corners[3 * corner + 1] ?? 0,
      corners[3 * corner + 2] ?? 0,
    ]);
    const at = (axis: number) => {
      const [first = 0, second = 0, last = 0] = [uv[axis], uv[2 + axis], uv[4 + axis]];
      return first + s * (second - first) + t * (last - first);
    };
    return [at(0), at(1)];
  });
}
