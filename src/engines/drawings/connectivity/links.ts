import { type Box, distance, grown, holds, largerSide, type Point } from '../geometry.ts';
import type { Network, Node } from './network.ts';

/** A line from symbol to symbol, junction or open end. */
export interface Link {
  /** A signal line: most are. */
  readonly dashed: boolean;
  /** Though it is a signal line, it is drawn solid. */
  readonly solid: boolean;
  readonly path: readonly Point[];
  /** Nodes. */
  readonly from: number;
  readonly to: number;
  /** Nodes in between where a signal line ends. */
  readonly taps: readonly number[];
}

interface Way {
  readonly edge: number;
  readonly to: number;
  readonly dashed: boolean;
  readonly solid: boolean;
}

/** Follows the edges of each kind from node to node where they go on. */
export function linksOf({ nodes, edges }: Network): Link[] {
  const ways = new Map<number, Way[]>();
  const add = (node: number, way: Way) => {
    const list = ways.get(node);
    if (list) list.push(way);
    else ways.set(node, [way]);
  };
  for (const [edge, { from, to, dashed, solid = false }] of edges.entries()) {
    add(from, { edge, to, dashed, solid });
    add(to, { edge, to: from, dashed, solid });
  }
  const of = (node: number, dashed: boolean) => (ways.get(node) ?? []).filter((way) => way.dashed === dashed);
  /** Solid lines go on through the end of a signal line; a signal line ends at a pipe. */
  const goesOn = (node: number, dashed: boolean): boolean =>
    nodes[node]?.symbol === undefined && of(node, dashed).length === 2 && (!dashed || of(node, false).length === 0);
  const used = new Set<number>();
  const links: Link[] = [];
  for (const node of nodes.keys()) {
    for (const first of ways.get(node) ?? []) {
      if (used.has(first.edge) || goesOn(node, first.dashed)) continue;
      const { dashed, solid } = first;
      const stops = [node];
      for (let way: Way | undefined = first; way !== undefined; ) {
        const { edge, to }: Way = way;
        used.add(edge);
        stops.push(to);
        way = goesOn(to, dashed) ? of(to, dashed).find((next) => !used.has(next.edge)) : undefined;
      }
      links.push({ ...linkOf(stops, dashed, nodes, (n) => !dashed && of(n, true).length > 0), solid });
    }
  }
  return links;
}

function linkOf(
  stops: readonly number[],
  dashed: boolean,
  nodes: readonly Node[],
  isTap: (node: number) => boolean,
): Omit<Link, 'solid'> {
  const [from = 0, to = 0] = [stops[0], stops.at(-1)];
  const path = straightened(stops.map((n) => nodes[n]?.at ?? [0, 0]));
  return { dashed, path, from, to, taps: stops.slice(1, -1).filter(isTap) };
}

/** Without points in the middle of a straight stretch. */
function straightened(points: readonly Point[]): Point[] {
  return points.filter((p, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (before === undefined || after === undefined) return true;
    const [ax, ay, bx, by] = [p[0] - before[0], p[1] - before[1], after[0] - p[0], after[1] - p[1]];
    return Math.abs(ax * by - ay * bx) > 0.02 * Math.hypot(ax, ay) * Math.hypot(bx, by) || ax * bx + ay * by < 0;
  });
}

/** The links that belong to the plant: what no symbol hangs on is a frame, a table or a mark. */
export function plantLinks(
  links: readonly Link[],
  nodes: readonly Node[],
  boxes: readonly Box[],
  touch: number,
): Link[] {
  const real = links.filter((link) => {
    const [a, b] = [nodes[link.from]?.symbol, nodes[link.to]?.symbol];
    const box = a === b && a !== undefined ? boxes[a] : undefined;
    // what leads from a symbol to itself is a part of it, unless it goes far
    const near = box && grown(box, Math.max(4 * touch, largerSide(box) / 2));
    return near === undefined || !link.path.every((p) => holds(near, p));
  });
  const parents = new Map<string, string>();
  const root = (key: string): string => {
    const parent = parents.get(key);
    if (parent === undefined || parent === key) return key;
    const top = root(parent);
    parents.set(key, top);
    return top;
  };
  for (const { from, to, taps } of real) for (const n of [to, ...taps]) parents.set(root(`${n}`), root(`${from}`));
  const held = new Set(
    real.flatMap((link) =>
      [link.from, link.to].some((n) => nodes[n]?.symbol !== undefined) ? [root(`${link.from}`)] : [],
    ),
  );
  return real.filter((link) => held.has(root(`${link.from}`)));
}

export const pathLength = (path: readonly Point[]): number =>
  path.reduce((sum, p, at) => sum + distance(p, path[at - 1] ?? p), 0);
