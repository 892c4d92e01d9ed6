import type { Prediction, Region } from '../../prediction.ts';
import type { TrueSymbol } from './truth.ts';

/** Which region is which symbol of the truth. */
export interface Pairs {
  readonly truthOf: ReadonlyMap<string, TrueSymbol>;
  readonly regionOf: ReadonlyMap<string, Region>;
}

export const pairKey = ([a, b]: readonly [string, string]): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Answers for a class of links the pairs of symbols that such links join through points and marks alone. */
export function linkWalker({ regions, links, connectionPoints }: Prediction, pairs: Pairs, marks: ReadonlySet<string>) {
  const byId = new Map(regions.map((region) => [region.id, region]));
  const nodeOf = (point: string): string => connectionPoints[point]?.assocSymbol ?? point;
  const stops = (region: Region | undefined): boolean =>
    region?.modelClass !== undefined && !marks.has(region.modelClass);
  return (modelClass: string): Set<string> => {
    const next = new Map<string, string[]>();
    for (const link of Object.values(links)) {
      if (link.modelClass !== modelClass || link.status === 'deleted') continue;
      const [a, b] = link.endpoints.map(nodeOf);
      if (a === undefined || b === undefined) continue;
      next.set(a, [...(next.get(a) ?? []), b]);
      next.set(b, [...(next.get(b) ?? []), a]);
    }
    const found = new Set<string>();
    for (const [start, symbol] of pairs.truthOf) {
      if (symbol.optional) continue;
      const seen = new Set([start]);
      for (const todo = [start]; todo.length > 0; ) {
        for (const node of next.get(todo.pop() ?? '') ?? []) {
          if (seen.has(node)) continue;
          seen.add(node);
          const other = pairs.truthOf.get(node);
          if (!stops(byId.get(node))) todo.push(node);
          else if (other && other.optional !== true && other !== symbol) found.add(pairKey([symbol.id, other.id]));
        }
      }
    }
    return found;
  };
}
