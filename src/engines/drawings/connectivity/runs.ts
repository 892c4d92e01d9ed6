import { type Point, toSegment } from '../geometry.ts';
import type { Link } from './links.ts';
import type { Node } from './network.ts';

/** Numbers of runs, by link: pipes that are joined through in-line symbols; signal lines have none. */
export function runsOf(links: readonly Link[], nodes: readonly Node[], isInLine: (symbol: number) => boolean) {
  const runs = new Map<number, number>();
  const bySymbol = new Map<number, number[]>();
  for (const [n, { from, to, dashed }] of links.entries()) {
    if (dashed) continue;
    runs.set(n, n);
    for (const symbol of [nodes[from]?.symbol, nodes[to]?.symbol]) {
      if (symbol === undefined || !isInLine(symbol)) continue;
      const list = bySymbol.get(symbol);
      if (list) list.push(n);
      else bySymbol.set(symbol, [n]);
    }
  }
  const root = (n: number): number => {
    const parent = runs.get(n) ?? n;
    return parent === n ? n : root(parent);
  };
  for (const [first, ...others] of bySymbol.values()) {
    for (const other of others) if (first !== undefined) runs.set(root(other), root(first));
  }
  return new Map([...runs.keys()].map((n) => [n, root(n)] as const));
}

interface Label {
  readonly center: Point;
  /** How far from a line it may stand. */
  readonly reach: number;
}

/** The label of each run: that which stands nearest to any of its links, each label for one run. */
export function labelRuns(
  links: readonly Link[],
  runs: ReadonlyMap<number, number>,
  labels: readonly Label[],
): Map<number, number> {
  const best = new Map<number, { label: number; far: number }>();
  for (const [label, { center, reach }] of labels.entries()) {
    let nearest: { run: number; far: number } | undefined;
    for (const [n, run] of runs) {
      const far = toPath(links[n]?.path ?? [], center);
      if (far <= reach && far < (nearest?.far ?? Number.POSITIVE_INFINITY)) nearest = { run, far };
    }
    if (nearest && nearest.far < (best.get(nearest.run)?.far ?? Number.POSITIVE_INFINITY)) {
      best.set(nearest.run, { label, far: nearest.far });
    }
  }
  return new Map([...best].map(([run, { label }]) => [run, label]));
}

function toPath(path: readonly Point[], p: Point): number {
  let far = Number.POSITIVE_INFINITY;
  for (let at = 1; at < path.length; at++) {
    const [a, b] = [path[at - 1], path[at]];
    if (a && b) far = Math.min(far, toSegment(a, b, p));
  }
  return far;
}
