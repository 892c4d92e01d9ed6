import { type ElementInfo, type Elements, storeyOf } from './elements.ts';

/**
 * How high storeys lie, by their ids: the middle one of the lower ends of what is in each, since files tell of elevations at will
 * and of shapes reliably. A storey with no shape in it lies where the one before it in the file does.
 */
export function storeyHeights(elements: Elements): ReadonlyMap<string, number> {
  const lows = new Map<string, number[]>();
  for (const { id, box } of elements.values()) {
    const storey = box && storeyOf(elements, id);
    if (!storey) continue;
    const known = lows.get(storey.id) ?? [];
    lows.set(storey.id, known);
    known.push(box.low[2] ?? 0);
  }
  const heights = new Map<string, number>();
  let last = Number.NEGATIVE_INFINITY;
  for (const { id, class: name } of elements.values()) {
    if (name !== 'IfcBuildingStorey') continue;
    last = middleOf(lows.get(id) ?? []) ?? last;
    heights.set(id, last);
  }
  return heights;
}

function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** Orders by height, from below to above; what has none keeps its place at the end. */
export const byHeight =
  <T>(heightOf: (one: T) => number | undefined) =>
  (a: T, b: T): number => {
    const [low, high] = [heightOf(a) ?? Number.POSITIVE_INFINITY, heightOf(b) ?? Number.POSITIVE_INFINITY];
    return low === high ? 0 : low - high;
  };

/** The lowest of the storeys of a name: several buildings may have one each. */
export function heightsByName(elements: Elements): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [id, height] of storeyHeights(elements)) {
    const name = nameIn(elements.get(id));
    found.set(name, Math.min(height, found.get(name) ?? height));
  }
  return found;
}

const nameIn = (storey: ElementInfo | undefined): string => storey?.name ?? '';
