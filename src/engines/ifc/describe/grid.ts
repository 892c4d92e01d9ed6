import { cross, dot, type Matrix, minus, plus, scaled, unit, type Vector } from '../../matrix.ts';
import { directionOf, turned } from '../curves/axes.ts';
import type { CurveReader } from '../curves/curves.ts';
import { pointsAlong } from '../curves/pieces.ts';
import { enumOf, follow, type Instance, type Model, numbersOf, refOf, refsOf } from '../step/model.ts';

/** Axes of grids, and what stands where they cross. */
export interface Grids {
  /** The frame that IfcGridPlacement tells, from the grid on; null where its axes do not cross. */
  frameOf(placement: Instance): Matrix | null;
  /** The placement of the grid that an axis is of. */
  placementOf(axis: number): number | null;
}

type Points = readonly Vector[];

export function gridsOf(model: Model, curves: CurveReader): Grids {
  let grids: Map<number, number | null> | undefined;
  const lines = new Map<number, Points | undefined>();
  const lineOf = (number: number): Points | undefined => {
    if (!lines.has(number)) lines.set(number, axisLine(model, number, curves));
    return lines.get(number);
  };
  const crossing = (intersection: Instance) => {
    const [a, b] = refsOf(model.get(intersection, 'IntersectingAxes')).map(lineOf);
    const [first = 0, second = 0, up = 0] = numbersOf(model.get(intersection, 'OffsetDistances'));
    const found = a && b && crossed(aside(a, first), aside(b, second));
    return found && { along: found.along, place: plus(found.place, [0, 0, up]) };
  };
  return {
    frameOf(placement) {
      const location = follow(model, placement, 'PlacementLocation');
      const here = location && crossing(location);
      if (here === undefined) return null;
      const reference = follow(model, placement, 'PlacementRefDirection');
      const towards = reference?.entity === 'IFCVIRTUALGRIDINTERSECTION' ? crossing(reference) : undefined;
      const given = towards === undefined ? directionOf(model, placement, 'PlacementRefDirection') : undefined;
      const x =
        towards === undefined ? (reference === undefined ? here.along : given) : minus(towards.place, here.place);
      return x === undefined ? null : turned(undefined, [x[0], x[1], 0], here.place);
    },
    placementOf(axis) {
      grids ??= new Map(
        model.all('IFCGRID').flatMap((number) => {
          const grid = model.read(number);
          const placement = grid === undefined ? null : refOf(model.get(grid, 'ObjectPlacement'));
          const axes = grid && ['UAxes', 'VAxes', 'WAxes'].flatMap((list) => refsOf(model.get(grid, list)));
          return (axes ?? []).map((one) => [one, placement] as const);
        }),
      );
      return grids.get(axis) ?? null;
    },
  };
}

/** The points of an axis in its direction, on the ground. */
export function axisLine(model: Model, number: number, curves: CurveReader): Points | undefined {
  const axis = model.read(number);
  const curve = axis === undefined ? undefined : follow(model, axis, 'AxisCurve');
  const pieces = curve === undefined ? undefined : curves.pieces(curve);
  if (axis === undefined || pieces === undefined) return undefined;
  const points = pointsAlong(pieces, 0);
  return enumOf(model.get(axis, 'SameSense')) === 'F' ? points.toReversed() : points;
}

/** Moved to its left. */
function aside(line: Points, by: number): Points {
  if (by === 0) return line;
  const edges = line.slice(1).map((point, n): Vector => unit(minus(point, line[n] ?? point)) ?? [1, 0, 0]);
  return line.map((point, n) => {
    const [before, after] = [edges[n - 1] ?? edges[n], edges[n] ?? edges[n - 1]];
    const left = (edge: Vector | undefined) => cross([0, 0, 1], edge ?? [1, 0, 0]);
    const [a, b]: [Vector, Vector] = [left(before), left(after)];
    return plus(point, scaled(plus(a, b), by / (1 + Math.max(-0.9, dot(a, b)))));
  });
}

/** Where two lines cross, seen from above, and how the first runs there. Their ends go straight on. */
function crossed(a: Points, b: Points): { readonly place: Vector; readonly along: Vector } | undefined {
  let best: { readonly place: Vector; readonly along: Vector; readonly beyond: number } | undefined;
  for (const [n, p] of a.entries()) {
    const q = a[n + 1];
    if (q === undefined) break;
    for (const [m, r] of b.entries()) {
      const s = b[m + 1];
      if (s === undefined) break;
      const [u, v, w] = [minus(q, p), minus(s, r), minus(r, p)];
      const area = u[0] * v[1] - u[1] * v[0];
      if (Math.abs(area) <= 1e-9 * Math.hypot(...u) * Math.hypot(...v)) continue;
      const [i, j] = [(w[0] * v[1] - w[1] * v[0]) / area, (w[0] * u[1] - w[1] * u[0]) / area];
      const off = outside(i, n === 0, n === a.length - 2) + outside(j, m === 0, m === b.length - 2);
      if (off < (best?.beyond ?? Infinity)) best = { place: plus(p, scaled(u, i)), along: u, beyond: off };
    }
  }
  return best;
}

/** How far a share lies outside of an edge; that of an end of a line counts little. */
function outside(share: number, first: boolean, last: boolean): number {
  const off = Math.max(-share, share - 1, 0);
  const goesOn = share < 0 ? first : last;
  return off <= 1e-9 ? 0 : goesOn ? off * 1e-3 : Number.POSITIVE_INFINITY;
}
