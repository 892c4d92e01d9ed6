import { type Cube, type Ends, endsOf, joinedPoints, octantOf, type Points, picked, union, upTo } from './points.ts';
import { sampled } from './sample.ts';

export const mostPoints = 50_000;
/** Leaves with fewer go up into their parent. */
const fewPoints = 2000;

/** A tile whose parent is not made yet: the parent takes some of its points. */
export interface OpenTile {
  /** Its octants from the root: "r03". */
  readonly name: string;
  readonly points: Points;
  readonly children: readonly ClosedTile[];
  /** Steps of the grid between its points; 0 of a leaf. */
  readonly spacing: number;
}

/** A tile that is written. */
export interface ClosedTile {
  readonly ends: Ends;
  readonly spacing: number;
  /** Absent when its parent has taken all its points. */
  readonly uri?: string;
  readonly children: readonly ClosedTile[];
}

/** Writes the points of a tile; answers the name of its file. */
export type WriteTile = (name: string, points: Points) => string;

/** The tiles of points that memory holds. */
export function tileOf(points: Points, cube: Cube, name: string, write: WriteTile): OpenTile {
  const order = upTo(points.count);
  const scratch = new Uint32Array(points.count);
  const build = (first: number, end: number, here: Cube, path: string): OpenTile => {
    if (end - first <= mostPoints) {
      return { name: path, points: picked(points, order.subarray(first, end)), children: [], spacing: 0 };
    }
    const ends = here.side < 1 ? halves(first, end) : partition(points, order, scratch, first, end, here);
    const children: OpenTile[] = [];
    for (let octant = 0; octant < 8; octant++) {
      const [from, to] = [ends[octant] ?? first, ends[octant + 1] ?? end];
      if (to > from) children.push(build(from, to, octantOf(here, octant), `${path}${octant}`));
    }
    return parentOf(children, here, path, write);
  };
  return build(0, points.count, cube, name);
}

/** At one place: by number. */
const halves = (first: number, end: number): number[] => {
  const middle = (first + end) >> 1;
  return [first, middle, end, end, end, end, end, end, end];
};

/** Sorts a range by octants; answers where each begins. */
function partition(
  { x, y, z }: Points,
  order: Uint32Array,
  scratch: Uint32Array,
  first: number,
  end: number,
  { corner, side }: Cube,
): number[] {
  const [mx, my, mz] = [corner[0] + side / 2, corner[1] + side / 2, corner[2] + side / 2];
  const octant = (n: number) => ((x[n] ?? 0) >= mx ? 1 : 0) + ((y[n] ?? 0) >= my ? 2 : 0) + ((z[n] ?? 0) >= mz ? 4 : 0);
  const starts = new Uint32Array(9);
  for (let at = first; at < end; at++) {
    const place = octant(order[at] ?? 0) + 1;
    starts[place] = (starts[place] ?? 0) + 1;
  }
  starts[0] = first;
  for (let n = 1; n < 9; n++) starts[n] = (starts[n] ?? 0) + (starts[n - 1] ?? 0);
  const next = starts.slice();
  for (let at = first; at < end; at++) {
    const point = order[at] ?? 0;
    const place = octant(point);
    const to = next[place] ?? 0;
    scratch[to] = point;
    next[place] = to + 1;
  }
  order.set(scratch.subarray(first, end), first);
  return Array.from(starts);
}

/** The tile above some: it takes a sample of their points, and they are written without those. */
export function parentOf(children: readonly OpenTile[], cube: Cube, name: string, write: WriteTile): OpenTile {
  const [only] = children;
  if (only !== undefined && children.length === 1) return only;
  const { places, spacing } = sampled(
    children.map(({ points }) => points),
    cube,
    mostPoints,
  );
  const own: Points[] = [];
  const closed: ClosedTile[] = [];
  let count = places.reduce((sum, { taken }) => sum + taken.length, 0);
  for (const [n, child] of children.entries()) {
    const { taken, rest } = places[n] ?? { taken: new Uint32Array(), rest: new Uint32Array() };
    own.push(picked(child.points, taken));
    const isLeaf = child.children.length === 0;
    if (isLeaf && rest.length < fewPoints && count + rest.length <= mostPoints) {
      own.push(picked(child.points, rest));
      count += rest.length;
    } else closed.push(closeTile({ ...child, points: picked(child.points, rest) }, write, child.points));
  }
  const coarsest = closed.reduce((most, child) => Math.max(most, child.spacing), 0);
  return {
    name,
    points: joinedPoints(own),
    children: closed,
    spacing: closed.length === 0 ? 0 : Math.max(spacing, 1.5 * coarsest),
  };
}

/** Writes a tile that gives nothing away any more. `bounds`: points that its box holds; absent: its own. */
export function closeTile(tile: OpenTile, write: WriteTile, bounds = tile.points): ClosedTile {
  const { points, children, spacing, name } = tile;
  const ends = children.reduce((all, child) => union(all, child.ends), endsOf(bounds));
  return { ends, spacing, children, ...(points.count === 0 ? {} : { uri: write(name, points) }) };
}
