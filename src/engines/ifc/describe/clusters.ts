import type { Box } from '../../snapshot/types.ts';
import { union } from '../box.ts';
import type { Whereabouts } from './whereabouts.ts';

/** Elements that are near each other, over any number of others. */
export interface Cluster {
  readonly places: readonly number[];
  /** The boxes of its cells: finer than one about all. */
  readonly boxes: readonly Box[];
}

interface Cell {
  readonly places: number[];
  box: Box;
}

/** More cells than this are made larger: each is compared with each. */
const mostCells = 1000;

/** Parts of a model that are farther than so many metres from all others. */
export function clustersOf(whereabouts: Whereabouts, apart: number): readonly Cluster[] {
  const cells = [...cellsOf(whereabouts, apart / 10)];
  const clusters: Cluster[] = [];
  for (let waiting = cells; waiting.length > 0; ) {
    const [first, ...others] = waiting;
    if (first === undefined) break;
    const found = [first];
    waiting = others;
    // every cell that is found may bring in others
    for (let n = 0; n < found.length; n++) {
      const { box } = found[n] ?? first;
      found.push(...waiting.filter((cell) => gap(cell.box, box) <= apart));
      waiting = waiting.filter((cell) => gap(cell.box, box) > apart);
    }
    clusters.push({ places: found.flatMap(({ places }) => places), boxes: found.map((cell) => cell.box) });
  }
  return clusters;
}

/** Elements by the cell of space that holds the middle of their box. */
function cellsOf(whereabouts: Whereabouts, size: number): Iterable<Cell> {
  const cells = new Map<string, Cell>();
  for (let place = 0; place < whereabouts.count; place++) {
    const box = whereabouts.box(place);
    const along = (n: 0 | 1 | 2) => Math.floor((box.low[n] + box.high[n]) / 2 / size);
    const key = `${along(0)} ${along(1)} ${along(2)}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { places: [place], box });
    else {
      cell.places.push(place);
      cell.box = union(cell.box, box);
    }
    if (cells.size > mostCells) return cellsOf(whereabouts, 10 * size);
  }
  return cells.values();
}

/** Metres between two boxes. */
export function gap(a: Box, b: Box): number {
  const along = (n: 0 | 1 | 2) => Math.max(a.low[n] - b.high[n], b.low[n] - a.high[n], 0);
  return Math.hypot(along(0), along(1), along(2));
}
